-- One report a request.
--
-- Arguments: seed, players, key, path.

dofile("result.lua")
dofile("report.lua")

local seed, players, head

function init(args)
  seed, players = tonumber(args[1]), tonumber(args[2])
  math.randomseed(seed)
  head = post_head(args[4], args[3], #next_report(seed, players, false))
end

function request()
  return head .. next_report(seed, players, false)
end
