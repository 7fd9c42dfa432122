-- Reports as JSON, all of one length, so that a request's head is made once.
--
-- Players are counted from 0 to below `players`; a player's region and guild follow from the number. A matchId is
-- never used twice: it holds the run's seed and a counter.

local format = string.format
local random = math.random

local made = 0

-- seed: of this run. players: how many there are. scoped: whether a report names a region and a guild.
function next_report(seed, players, scoped)
  made = made + 1
  local player = random(0, players - 1)
  local score = random(100000, 999999)
  if scoped then
    return format(
      '{"playerId":"player%08d","matchId":"m%08x-%010d","score":%d,"scopes":{"region":"r%02d","guild":"g%03d"}}',
      player, seed, made, score, player % 10, player % 500)
  end
  return format('{"playerId":"player%08d","matchId":"m%08x-%010d","score":%d}', player, seed, made, score)
end

-- The head of a POST of `length` bytes.
function post_head(path, key, length)
  return format(
    "POST %s HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n",
    path, key, length)
end
