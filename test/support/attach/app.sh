#!/bin/sh
# Becomes the app; what that writes to stderr goes through whenLoaded.ts. Needs APP_FILE and NODE_FILE.
pipe=$(mktemp -u)
mkfifo "$pipe"
"$NODE_FILE" "$(dirname "$0")/whenLoaded.ts" "$pipe" <"$pipe" >&2 &
exec "$APP_FILE" "$@" 2>"$pipe"
