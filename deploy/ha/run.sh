#!/bin/sh
# Tests Gatepost on PostgreSQL under Patroni, HAProxy and PgBouncer, all on 127.0.0.1: a planned switchover, a killed
# postmaster, a demotion that leaves connections open, and a restart of each part in turn. Prints tables. On Debian 12 or
# newer, as root; installs what is missing, and leaves nothing running. The paths take ten minutes, the restarts five. With
# names of paths, or "rolling", as arguments, only those:
#
#   sh deploy/ha/run.sh pgbouncer
#   sh deploy/ha/run.sh rolling
set -eu
cd "$(dirname "$0")/../.."
[ "$(id -u)" = 0 ] || { echo "Run this as root: it installs packages and starts servers as the user postgres." >&2; exit 1; }
if ! command -v patroni >/dev/null || ! command -v etcd >/dev/null || ! command -v haproxy >/dev/null ||
  ! command -v pgbouncer >/dev/null || ! ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1; then
  apt-get update
  DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -y --no-install-recommends \
    patroni python3-etcd etcd-server haproxy pgbouncer postgresql
fi
exec node bootstrap.mjs tests/failover/patroni.ts "$@"
