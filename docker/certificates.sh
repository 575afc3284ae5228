#!/bin/sh
# Makes this installation's own certificate authority and certificates for its databases, and renews those when less
# than 90 days are left, under the same authority: whoever trusts it needs no restart. The authority's key is in a
# volume that only this service has. Run by the service "certificates" before anything else.
set -eu
umask 077
out="${1:-/out}"
days=825
# Twenty years. Another authority is made once it would not outlive a certificate.
authority_days=7300
renew_seconds="${RENEW_SECONDS:-7776000}"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

fits() {
  openssl x509 -checkend "$renew_seconds" -noout -in "$1" >/dev/null 2>&1 &&
    openssl verify -CAfile "$out/authority/ca.crt" "$1" >/dev/null 2>&1
}

# issue <file name> <common name> <names>
issue() {
  openssl req -new -newkey rsa:3072 -nodes -subj "/CN=$2" -keyout "$work/$1.key" -out "$work/$1.csr" 2>/dev/null
  printf 'subjectAltName=%s\nextendedKeyUsage=serverAuth,clientAuth\nkeyUsage=critical,digitalSignature,keyEncipherment\nbasicConstraints=critical,CA:FALSE\n' "$3" >"$work/$1.ext"
  openssl x509 -req -in "$work/$1.csr" -CA "$work/ca.crt" -CAkey "$work/ca.key" -CAcreateserial -days "$days" -sha256 \
    -extfile "$work/$1.ext" -out "$work/$1.crt" 2>/dev/null
}

# put <source> <target> <mode> <owner>: whole or not at all
put() {
  mkdir -p "$(dirname "$2")"
  chmod 755 "$(dirname "$2")"
  cp "$1" "$2.draft"
  chmod "$3" "$2.draft"
  [ "$(id -u)" != 0 ] || chown "$4" "$2.draft"
  mv "$2.draft" "$2"
}

# The proxy writes to these folders, which would belong to root if Docker made them. They must not be empty, or Docker
# would fill them from the proxy's image.
for folder in "$out/proxy-data" "$out/proxy-config"; do
  [ -e "$folder/caddy" ] || (umask 022 && mkdir -p "$folder/caddy")
  [ "$(id -u)" != 0 ] || chown 1000:1000 "$folder/caddy" "$folder"
done

if fits "$out/database/server.crt" && fits "$out/eventstore/node.crt" && [ -e "$out/eventstore/ca/ca.crt" ]; then
  echo 'The certificates are valid.'
  exit 0
fi

key="$out/authority-key/ca.key"
own="$out/authority-key/ca.crt"
if [ -e "$key" ] && openssl x509 -checkend "$((days * 86400))" -noout -in "$own" >/dev/null 2>&1; then
  cp "$key" "$work/ca.key"
  cp "$own" "$work/ca.crt"
else
  openssl req -x509 -newkey rsa:3072 -nodes -days "$authority_days" -sha256 -subj '/CN=tknest internal authority' \
    -addext 'keyUsage=critical,keyCertSign,cRLSign' -keyout "$work/ca.key" -out "$work/ca.crt" 2>/dev/null
  put "$work/ca.key" "$key" 600 0:0
  put "$work/ca.crt" "$own" 644 0:0
  echo 'Made an authority. Programs that run trust it after a restart.'
fi
# An authority before this one stays trusted: servers still use certificates of it.
cp "$work/ca.crt" "$work/trusted.crt"
[ ! -e "$out/authority/ca.crt" ] || cmp -s "$work/ca.crt" "$out/authority/ca.crt" ||
  openssl x509 -in "$out/authority/ca.crt" >>"$work/trusted.crt"
issue server database 'DNS:database'
# The name by which nodes of EventStoreDB know each other.
issue node eventstoredb-node 'DNS:eventstore,DNS:localhost,IP:127.0.0.1'

put "$work/server.key" "$out/database/server.key" 600 999:999
put "$work/server.crt" "$out/database/server.crt" 644 999:999
put "$work/node.key" "$out/eventstore/node.key" 600 1000:1000
put "$work/node.crt" "$out/eventstore/node.crt" 644 1000:1000
put "$work/trusted.crt" "$out/eventstore/ca/ca.crt" 644 1000:1000
# Last: without this file the next run makes the certificates again.
put "$work/trusted.crt" "$out/authority/ca.crt" 644 0:0
echo "Made two certificates for $days days. Databases that run take them by a reload (docs/operations.md)."
