#!/bin/sh
# Runs a TypeScript entry with the project's own Node, after installing what is missing.
# Usage: sh scripts/run.sh [node options] entry.ts [arguments]
set -eu
here=$(cd "$(dirname "$0")/.." && pwd -P)
installed="$here/node_modules/.package-lock.json"

if [ ! -e "$installed" ] || [ "$here/package-lock.json" -nt "$installed" ]; then
  echo "Installing packages (first start, or the lock file changed) ..." >&2
  (cd "$here" && npm ci --no-audit --no-fund --loglevel=error >&2)
  touch "$installed"
fi

# The package `node` brings Node 24; a machine whose scripts were skipped may still have a new enough Node of its own.
node="$here/node_modules/node/bin/node"
if ! "$node" --version >/dev/null 2>&1; then
  node=$(command -v node || true)
  if [ -z "$node" ] || ! "$node" -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 22 || (a === 22 && b >= 18) ? 0 : 1)'; then
    echo "Flightdeck needs Node 22.18 or newer, and the copy it brings did not install. Run: npm ci --foreground-scripts" >&2
    exit 1
  fi
fi

# Compiled code is kept between starts: commands begin in half the time.
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-$here/node_modules/.cache/flightdeck}"

# Entries are named from the project's root, wherever the caller stands.
root_relative=$1
count=0
for argument in "$@"; do
  case "$argument" in
    *.ts) root_relative=$argument; break ;;
  esac
  count=$((count + 1))
done
options=''
while [ "$count" -gt 0 ]; do
  options="$options $1"
  shift
  count=$((count - 1))
done
shift
# shellcheck disable=SC2086 # node options never hold spaces
exec "$node" $options "$here/$root_relative" "$@"
