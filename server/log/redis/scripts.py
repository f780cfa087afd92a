"""The scripts that run inside Redis.

The append is one atomic script.
Rule 1. All checks come before the first write.
Rule 2. No write may fail, because an error after the first write is not rolled back. Therefore the checks look at the
        types of the keys, and the rights of the user are tried beforehand (`PROBE`). If memory is short or the disk is
        broken, Redis refuses the first write already.
Rule 3. If publishing fails, the append must not fail, because readers also find its entries in the log.

KEYS: the stream; the hash from key to seq.
ARGV: the expected seq and chain; the channel; the writer; then chain, key and payload of each entry.
The fields of an entry have this order: c(hain), k(ey), p(ayload).

The removal of a stream follows the same rules. Its KEYS also contain the snapshot, its ARGV end with the channel, and
it writes once.
"""

from hashlib import sha1

from server.log.contract import KEYS_KEPT, MISSED_MOST, START

_HEAD = """
local log, keys = KEYS[1], KEYS[2]
local expected, chain, channel = tonumber(ARGV[1]), ARGV[2], ARGV[3]
local START = string.rep('\\0', START_BYTES)

local last = redis.call('XREVRANGE', log, '+', '-', 'COUNT', 1)[1]
local head, tip = 0, START
if last then head, tip = tonumber(string.match(last[1], '^%d+')), last[2][2] end
""".replace("START_BYTES", str(len(START)))

APPEND = (
    _HEAD
    + """
local writer = ARGV[4]

local function at(seq)
  if seq == 0 then return START end
  local found = redis.call('XRANGE', log, seq .. '-0', seq .. '-0')
  return found[1] and found[1][2][2]
end

local names, known = {}, {}
for i = 6, #ARGV, 3 do names[#names + 1] = ARGV[i] end
for i, seq in ipairs(redis.call('HMGET', keys, unpack(names))) do
  if seq then
    known[#known + 1] = names[i]
    known[#known + 1] = tonumber(seq)
  end
end

if #known > 0 or head ~= expected or tip ~= chain then
  local diverged = at(expected) ~= chain
  local missed = {}
  if not diverged then
    missed = redis.call('XRANGE', log, (expected + 1) .. '-0', '+', 'COUNT', MISSED_MOST)
  end
  return {head, tip, diverged and 1 or 0, known, missed}
end

local batch, seq = {writer}, head
for i = 5, #ARGV, 3 do
  seq = seq + 1
  redis.call('XADD', log, seq .. '-0', 'c', ARGV[i], 'k', ARGV[i + 1], 'p', ARGV[i + 2])
  redis.call('HSET', keys, ARGV[i + 1], seq)
  local size = struct.pack('>I4', #ARGV[i + 2])
  batch[#batch + 1] = struct.pack('>I8', seq) .. ARGV[i] .. ARGV[i + 1] .. size .. ARGV[i + 2]
  if seq > KEYS_KEPT then
    local old = (seq - KEYS_KEPT) .. '-0'
    local entry = redis.call('XRANGE', log, old, old)[1]
    if entry then redis.call('HDEL', keys, entry[2][4]) end
  end
end
redis.pcall('SPUBLISH', channel, table.concat(batch))
return 1
""".replace("MISSED_MOST", str(MISSED_MOST)).replace("KEYS_KEPT", str(KEYS_KEPT))
)
APPEND_SHA = sha1(APPEND.encode(), usedforsecurity=False).hexdigest()
"""The name with which a script is called that Redis has already received."""

REMOVE = (
    _HEAD
    + """
if head ~= expected or tip ~= chain then return 'grown' end
if redis.call('PUBSUB', 'SHARDNUMSUB', channel)[2] > 0 then return 'listened to' end
redis.call('UNLINK', log, keys, KEYS[3])
return 'removed'
"""
)

PROBE = """
for _, command in ipairs({
  {'XADD', KEYS[1], '*', 'c', '', 'k', '', 'p', ''},
  {'XRANGE', KEYS[1], '-', '+', 'COUNT', 1},
  {'XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1},
  {'HSET', KEYS[2], 'k', 1},
  {'HMGET', KEYS[2], 'k'},
  {'HDEL', KEYS[2], 'k'},
  {'DEL', KEYS[1], KEYS[2]},
}) do
  local reply = redis.pcall(unpack(command))
  if type(reply) == 'table' and reply.err then
    redis.pcall('DEL', KEYS[1], KEYS[2])
    return redis.error_reply(command[1] .. ': ' .. string.gsub(reply.err, '^%u+ ', ''))
  end
end
"""
"""Tries every command of the append script, on keys that are empty again afterwards. Returns the first refusal, with
its reason. XADD writes first, as in the append script, because a lack of memory refuses only the first write.
Publishing is tried separately."""
