#!/bin/sh
# Makes this installation's secrets: a master key and a signer key in ./secrets, and passwords in .env. Existing ones
# are kept. Add the settings of docs/settings.md to .env by hand; back up ./secrets separately from all other backups.
set -eu
umask 077
cd "${1:-.}"

random() {
  od -An -N "$1" -tx1 /dev/urandom | tr -d ' \n'
}

mkdir -p secrets
for key in master signer; do
  [ -e "secrets/$key.key" ] || {
    random 32 >"secrets/$key.key.draft"
    mv "secrets/$key.key.draft" "secrets/$key.key"
  }
done

touch .env
setting() {
  grep -q "^$1=" .env || echo "$1=$2" >>.env
}
for name in DATABASE_PASSWORD DATABASE_OWNER_PASSWORD DATABASE_ADMIN_PASSWORD \
  EVENTSTORE_PASSWORD EVENTSTORE_ADMIN_PASSWORD METRICS_TOKEN; do
  setting "$name" "$(random 24)"
done
case "$(id -u)" in
  0) chown 1000 secrets secrets/*.key ;;
  1000) ;;
  *) echo 'The containers run as user 1000: let it read the keys (sudo chown 1000 secrets secrets/*.key).' ;;
esac
echo "Keys are in $(pwd)/secrets, passwords in $(pwd)/.env."
