#!/bin/sh
# Starts redis-server for one user, whose password comes from the environment and is kept as a digest only.
# Further arguments go to redis-server.
set -eu
umask 077
cd "$(dirname "$0")"
digest=$(printf %s "${REDIS_PASSWORD:?the password of the Redis user coterie}" | sha256sum | cut -c 1-64)
users=${REDIS_USERS:-/tmp/users.acl}
sed "s/PASSWORD_DIGEST/$digest/" users.acl >"$users"
unset REDIS_PASSWORD
exec redis-server redis.conf --aclfile "$users" "$@"
