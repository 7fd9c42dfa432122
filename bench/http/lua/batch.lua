-- Many reports a request, as a JSON array.
--
-- Arguments: seed, players, key, path, reports a request, `scoped` or `plain`.

dofile("result.lua")
dofile("report.lua")

local seed, players, size, scoped, head
local parts = {}

function init(args)
  seed, players, size, scoped = tonumber(args[1]), tonumber(args[2]), tonumber(args[5]), args[6] == "scoped"
  math.randomseed(seed)
  local length = #next_report(seed, players, scoped)
  head = post_head(args[4], args[3], size * length + size + 1)
end

function request()
  for i = 1, size do
    parts[i] = next_report(seed, players, scoped)
  end
  return head .. "[" .. table.concat(parts, ",") .. "]"
end

-- The answer ends with its counts.
function response(status, headers, body)
  local found = string.match(string.sub(body, -40), '"refused":(%d+)')
  if found then
    refused = refused + tonumber(found)
  end
end
