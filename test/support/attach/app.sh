#!/bin/sh
# Replaces itself with the app, whose stderr goes through whenLoaded.ts. Needs the variables APP_FILE and NODE_FILE.
pipe=$(mktemp -u)
mkfifo "$pipe"
"$NODE_FILE" "$(dirname "$0")/whenLoaded.ts" "$pipe" <"$pipe" >&2 &
exec "$APP_FILE" "$@" 2>"$pipe"
