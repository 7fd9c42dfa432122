-- The rank of a random player. Requests are made before the clock runs, so that wrk is not what is measured.
--
-- Arguments: seed, players.

dofile("result.lua")

local made = {}
local at = 0

function init(args)
  math.randomseed(tonumber(args[1]))
  local players = tonumber(args[2])
  for i = 1, 50000 do
    made[i] = string.format(
      "GET /v1/leaderboards/bench/players/player%08d/rank HTTP/1.1\r\nHost: bench\r\n\r\n", math.random(0, players - 1))
  end
end

function request()
  at = at % #made + 1
  return made[at]
end
