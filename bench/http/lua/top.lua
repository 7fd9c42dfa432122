-- The same GET over and over: wrk sends its own request.

dofile("result.lua")
