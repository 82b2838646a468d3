#!/bin/sh
# Tests the object store on Ceph's RADOS gateway: starts a monitor, a manager, one OSD in memory and a gateway, all on 127.0.0.1,
# and runs `npm test -- store` there. On Debian 12 or newer, as root; installs what is missing, leaves nothing running, and takes
# about two minutes.
set -eu
cd "$(dirname "$0")/../.."
[ "$(id -u)" = 0 ] || { echo "Run this as root: it installs packages." >&2; exit 1; }
for program in ceph ceph-mon ceph-mgr ceph-osd radosgw; do
  command -v "$program" >/dev/null || missing=1
done
if [ "${missing:-}" ]; then
  apt-get update
  DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -y --no-install-recommends \
    ceph-common ceph-mon ceph-mgr ceph-osd radosgw
fi

monitor=v2:127.0.0.1:16789
gateway=127.0.0.1:17480
folder=$(mktemp -d)
daemons=
stop() {
  kill $daemons 2>/dev/null || true
  wait
  rm -rf "$folder"
}
trap stop EXIT
trap 'exit 1' INT TERM
start() {
  name=$1
  shift
  "$@" >"$folder/$name.out" 2>&1 &
  daemons="$daemons $!"
}

cat >"$folder/ceph.conf" <<CONF
[global]
fsid = $(cat /proc/sys/kernel/random/uuid)
mon host = $monitor
public addr = 127.0.0.1
ms bind msgr1 = false
keyring = $folder/keyring
# One copy of each object, on the only OSD.
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
osd objectstore = memstore
memstore device bytes = 1073741824
mon data = $folder/mon
mgr data = $folder/mgr
osd data = $folder/osd
rgw data = $folder/rgw
run dir = $folder
admin socket = $folder/\$name.\$pid.asok
pid file =
log file = $folder/\$name.log
rgw frontends = beast endpoint=$gateway
CONF
export CEPH_CONF="$folder/ceph.conf"
mkdir "$folder/mon" "$folder/mgr" "$folder/osd" "$folder/rgw"
for name in mon. client.admin mgr.x osd.0; do
  create=
  [ -e "$folder/keyring" ] || create=--create-keyring
  ceph-authtool $create "$folder/keyring" --gen-key --name "$name" \
    --cap mon 'allow *' --cap osd 'allow *' --cap mgr 'allow *' >/dev/null
done
monmaptool --create --addv a "[$monitor]" "$folder/monmap" >/dev/null
ceph-mon --mkfs --id a --monmap "$folder/monmap" --keyring "$folder/keyring"
start monitor ceph-mon --foreground --id a
osd=$(cat /proc/sys/kernel/random/uuid)
ceph --connect-timeout 60 osd create "$osd" >/dev/null
ceph-osd --mkfs --id 0 --osd-uuid "$osd" 2>/dev/null
start osd ceph-osd --foreground --id 0
start manager ceph-mgr --foreground --id x
start gateway radosgw --foreground --name client.admin

export GATEPOST_TEST_STORE_ENDPOINT="http://$gateway"
export GATEPOST_TEST_STORE_ACCESS_KEY_ID=gatepost
export GATEPOST_TEST_STORE_SECRET_ACCESS_KEY="$osd"
radosgw-admin user create --uid gatepost --display-name Gatepost --access-key gatepost --secret-key "$osd" >/dev/null
for _ in $(seq 60); do
  curl --silent --output /dev/null "$GATEPOST_TEST_STORE_ENDPOINT" && break
  sleep 1
done
ceph --status
npm test -- store
