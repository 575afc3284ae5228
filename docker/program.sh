#!/bin/sh
# Runs the program. Docker starts again whatever ends, and cannot be told that exit code 78 (wrong settings, another
# log, a lost key) needs an operator: `on-failure` would leave the program stopped after a restart of the machine. So
# after that code this waits, as unhealthy, until it is stopped or started again.
node --enable-source-maps backend/dist/program/main.js "$@" &
child=$!
signaled=
trap 'signaled=yes; kill -TERM "$child" 2>/dev/null' TERM INT HUP
wait "$child"
code=$?
# A signal interrupts `wait`, while the program still ends in order.
while [ -n "$signaled" ] && [ "$code" -gt 128 ]; do
  signaled=
  wait "$child"
  code=$?
done
[ "$code" = 78 ] || exit "$code"
echo 'The program cannot start: the reason is above. Correct it, then run "docker compose up -d --force-recreate".' >&2
trap 'exit 78' TERM INT HUP
sleep infinity &
wait
