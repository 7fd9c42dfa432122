-- What every script prints at the end: one line `RESULT {json}`.
--
-- Global for the script that loads it: `counted(response_body)` may add to the thread's global `refused`.
-- Latencies in microseconds. `errors` counts answers that are not 2xx or 3xx, and sockets that failed.

refused = 0

local threads = {}

function setup(thread)
  table.insert(threads, thread)
end

function done(summary, latency, requests)
  local refused_in_all = 0
  for _, thread in ipairs(threads) do
    refused_in_all = refused_in_all + (thread:get("refused") or 0)
  end
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.timeout + errors.status
  io.write(string.format(
    'RESULT {"requests":%d,"seconds":%.6f,"bytes":%d,"errors":%d,"refused":%d,"p50":%d,"p99":%d}\n',
    summary.requests, summary.duration / 1e6, summary.bytes, failed, refused_in_all,
    latency:percentile(50), latency:percentile(99)))
end
