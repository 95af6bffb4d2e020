#!/bin/sh
# Runs a TypeScript entry with the project's own Node, after installing what is missing.
# Usage: sh scripts/run.sh [node options] entry.ts [arguments]
set -eu
here=$(cd "$(dirname "$0")/.." && pwd -P)
installed="$here/node_modules/.package-lock.json"

needs_install() {
  [ ! -e "$installed" ] || [ "$here/package-lock.json" -nt "$installed" ]
}

# One install at a time: a second one would remove the packages from under the first. The lock is a link whose target is
# the process id of its holder, so that it is never there without saying whose it is.
lock="$here/.install-lock"

is_installing() {
  kill -0 "$1" 2>/dev/null || return 1
  # The id of a process that died may be another program's by now.
  words=$(ps -o args= -p "$1" 2>/dev/null) || return 0
  case "$words" in *run.sh*) return 0 ;; *) return 1 ;; esac
}

# Whoever makes the second link may remove the first; nobody else does, and only if it is still the dead one's.
remove_stale_lock() {
  ln -s "$$" "$lock.$1" 2>/dev/null || return 0
  if [ "$(readlink "$lock" || true)" = "$1" ]; then rm -f "$lock"; fi
  rm -f "$lock.$1"
}

take_lock() {
  told=''
  misses=0
  until ln -s "$$" "$lock" 2>/dev/null; do
    holder=$(readlink "$lock" || true)
    if [ -z "$holder" ]; then
      # Let go this very moment, or it cannot be made at all.
      misses=$((misses + 1))
      if [ "$misses" -gt 5 ]; then echo "Flightdeck cannot install its packages: $lock cannot be made." >&2; exit 1; fi
      sleep 1
    elif ! is_installing "$holder"; then
      remove_stale_lock "$holder"
    else
      if [ -z "$told" ]; then echo "Another start (process $holder) is installing packages here; waiting for it ..." >&2; fi
      told=yes
      sleep 1
    fi
  done
  trap 'rm -f "$lock"' EXIT
  trap 'exit 129' HUP
  trap 'exit 130' INT
  trap 'exit 143' TERM
}

if needs_install || [ -h "$lock" ]; then
  take_lock
  if needs_install; then
    echo "Installing packages (first start, or the lock file changed) ..." >&2
    (cd "$here" && npm ci --no-audit --no-fund --loglevel=error >&2)
    touch "$installed"
  fi
  rm -f "$lock"
  trap - EXIT HUP INT TERM
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
