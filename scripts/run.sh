#!/bin/sh
# Runs a TypeScript entry with the project's own Node, after installing what is missing.
# Usage: sh scripts/run.sh [node options] entry.ts [arguments]
set -eu
here=$(cd "$(dirname "$0")/.." && pwd -P)

# The first argument that is a file is the entry; what stands before it is for node.
entry=''
for argument in "$@"; do
  case "$argument" in *.ts) entry=$argument; break ;; esac
done
# The service, the sandbox and the command line run without what tests, checks and benches need.
case "$entry" in
  src/* | sandbox/* | client/cli/*) sh "$here/scripts/install.sh" running ;;
  *) sh "$here/scripts/install.sh" everything ;;
esac

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
options=''
while [ "$1" != "$entry" ]; do
  options="$options $1"
  shift
done
shift
# shellcheck disable=SC2086 # node options never hold spaces
exec "$node" $options "$here/$entry" "$@"
