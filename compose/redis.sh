#!/bin/sh
# Starts redis-server for one user, whose password comes from the environment and is kept as a digest only.
# It may use half of the memory that there is, of the machine or for this container, for rewriting its file may take as
# much again: with more the system would end it, where it can still refuse an append. Further arguments go to redis-server
# (--maxmemory 6gb: another share).
set -eu
umask 077
cd "$(dirname "$0")"
: "${REDIS_PASSWORD:?the password of the Redis user coterie}"  # here, because a failure inside $( ) would not end the script
digest=$(printf %s "$REDIS_PASSWORD" | sha256sum | cut -c 1-64)
users=${REDIS_USERS:-/tmp/users.acl}
sed "s/PASSWORD_DIGEST/$digest/" users.acl >"$users"
unset REDIS_PASSWORD
memory=$(sed -n 's/^MemTotal: *\([0-9]*\) kB$/\1/p' /proc/meminfo)
for bound in /sys/fs/cgroup/memory.max /sys/fs/cgroup/memory/memory.limit_in_bytes; do  # newer and older kernels
  limit=$(cat "$bound" 2>/dev/null) || continue
  case $limit in "" | *[!0-9]*) continue ;; esac  # max: none
  if [ "$((limit / 1024))" -lt "$memory" ]; then memory=$((limit / 1024)); fi
done
exec redis-server redis.conf --aclfile "$users" --maxmemory "$((memory / 2))kb" "$@"
