#!/bin/sh
# Installs the packages that are missing. Usage: sh scripts/install.sh running | everything | mark
# "everything" is what running needs, and what tests, checks and benches need besides; "mark" only notes which lock file the
# packages that are there belong to, for whoever calls npm by hand.
set -eu
wanted=$1
here=$(cd "$(dirname "$0")/.." && pwd -P)
# npm's list of what is there, written when all of it is.
installed="$here/node_modules/.package-lock.json"
# The digest of the lock file that they were installed by: ages say nothing, a clone's files are all new.
installed_by="$here/node_modules/.lock-digest"
# There while packages are added to those that are whole.
adding="$here/node_modules/.adding"

has_everything() {
  [ -e "$installed" ] && grep -q '"dev": true' "$installed"
}

lock_digest() {
  { sha256sum "$here/package-lock.json" 2>/dev/null || shasum -a 256 "$here/package-lock.json" 2>/dev/null || cksum "$here/package-lock.json"; } |
    cut -d ' ' -f 1
}

is_outdated() {
  [ ! -e "$installed_by" ] || [ "$(cat "$installed_by")" != "$(lock_digest)" ]
}

if [ "$wanted" = mark ]; then
  if [ -e "$installed" ]; then lock_digest > "$installed_by"; fi
  exit 0
fi

is_missing() {
  if [ ! -e "$installed" ] || is_outdated; then return 0; fi
  if [ "$wanted" = running ]; then return 1; fi
  [ -e "$adding" ] || ! has_everything
}

is_missing || exit 0

# One installation at a time: a second one would remove the packages from under the first. The lock is a link whose target
# is the process id of its holder, so that it is never there without saying whose it is.
lock="$here/.install-lock"

is_installing() {
  kill -0 "$1" 2>/dev/null || return 1
  # The id of a process that died may be another program's by now.
  words=$(ps -o args= -p "$1" 2>/dev/null) || return 0
  case "$words" in *install.sh*) return 0 ;; *) return 1 ;; esac
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
      if [ -z "$told" ]; then echo "Packages are being installed here already (process $holder); waiting for that ..." >&2; fi
      told=yes
      sleep 1
    fi
  done
  trap 'stop_dots; rm -f "$lock"' EXIT
  trap 'exit 129' HUP
  trap 'exit 130' INT
  trap 'exit 143' TERM
}

call_npm() {
  (cd "$here" && npm "$@" --no-audit --no-fund --no-progress --loglevel=error >/dev/null)
}

# A service may be running from this folder: what it needs stays where it is, and only what is missing or has changed is
# written. Whatever is cut short is begun anew: to npm, a package of which a part is there looks whole.
install() {
  which=$1
  if [ -e "$installed" ]; then
    if is_outdated; then rm -f "$installed" "$installed_by"; fi
    if [ -e "$adding" ]; then call_npm install --no-save --omit=dev; fi
    touch "$adding"
    call_npm install --no-save "$which"
  else
    call_npm ci "$which"
  fi
  lock_digest > "$installed_by"
  rm -f "$adding"
}

# Shows that it goes on: npm itself says nothing until it is done.
install_visibly() {
  printf '%s ' "$2" >&2
  began=$(date +%s)
  (while sleep 2 >/dev/null 2>&1 && kill -0 "$$" 2>/dev/null; do printf . >&2; done) &
  dots=$!
  set +e
  (set -e; install "$1")
  code=$?
  set -e
  stop_dots
  if [ "$code" -ne 0 ]; then
    printf '\nThe packages could not be installed; npm says above why. The next start tries again.\n' >&2
    exit 1
  fi
  echo " done in $(($(date +%s) - began)) s. Starting ..." >&2
}

dots=''
stop_dots() {
  if [ -n "$dots" ]; then kill "$dots" 2>/dev/null || true; fi
  dots=''
}

if [ ! -w "$here" ]; then
  echo "Flightdeck cannot install its packages: you may not write $here. Let whoever owns it run: npm ci --omit=dev. Then start it with DATA_DIR set to a folder of yours." >&2
  exit 1
fi
if ! command -v npm >/dev/null; then
  echo "Flightdeck installs its packages with npm, which is not there. It comes with Node: https://nodejs.org" >&2
  exit 1
fi
take_lock
is_missing || exit 0
if [ "$wanted" = everything ] || has_everything; then
  install_visibly --include=dev "Installing what running, tests and checks need ..."
else
  install_visibly --omit=dev "Installing what Flightdeck runs on, once ..."
fi
