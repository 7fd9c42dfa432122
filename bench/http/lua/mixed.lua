-- Twenty reads of a rank for each report.
--
-- Arguments: seed, players, key, path.

dofile("result.lua")
dofile("report.lua")

local seed, players, head
local at = 0

function init(args)
  seed, players = tonumber(args[1]), tonumber(args[2])
  math.randomseed(seed)
  head = post_head(args[4], args[3], #next_report(seed, players, false))
end

function request()
  at = at + 1
  if at % 21 == 0 then
    return head .. next_report(seed, players, false)
  end
  return string.format(
    "GET /v1/leaderboards/bench/players/player%08d/rank HTTP/1.1\r\nHost: bench\r\n\r\n", math.random(0, players - 1))
end
