#!/usr/bin/env bash
# Puts a commit of this checkout into production: deploy/release.sh [COMMIT]
# Installs and builds it in a folder of its own, makes a backup, and restarts the two processes one after the other. Run as root.
set -euo pipefail
cd "$(dirname "$0")/.."

root=/opt/mutual-transfer
export PATH=$root/tools/bin:$PATH
ports=(3001 3002)
READY_WITHIN=300
# Caddy sends no calls for two seconds to a process that it found closed.
PAUSE=4
commit=$(git rev-parse --verify --short=12 "${1:-HEAD}^{commit}")
release=$root/releases/$commit
before=$(readlink -f "$root/current" || true)

say() { echo "$(date +%T) $*"; }
if [[ ! -d $release ]]; then
  # What a stopped run installed and built is used again.
  mkdir -p "$release.part"
  git archive "$commit" | tar --extract --directory="$release.part"
  (
    cd "$release.part"
    ADVISORIES=${ADVISORIES-required} node scripts/advisories.mjs ||
      { echo 'Stopped. To go on without this check, run the command again with ADVISORIES= before it.' >&2; exit 1; }
    say "Installing and building $commit"
    COMMIT=$commit node scripts/run.mjs --build
  )
  mv "$release.part" "$release"
fi

# A setting that is missing or wrong is named before anything is changed.
(
  set -a
  # shellcheck disable=SC1091
  source /etc/mutual-transfer.env
  export NODE_ENV=production
  cd "$release"
  node_modules/.bin/node apps/server/src/commands/doctor.ts --settings
)

use() { # FOLDER: the link changes in one step.
  ln -sfn "$1" "$root/current.next"
  mv -T "$root/current.next" "$root/current"
}
isReady() { curl --silent --fail --max-time 5 --output /dev/null "http://127.0.0.1:$1/api/ready"; }
restart() { # PORT: returns whether the process answers all calls.
  systemctl restart "mutual-transfer@$1"
  for (( second = 0; second < READY_WITHIN; second++ )); do
    isReady "$1" && return 0
    sleep 1
  done
  return 1
}

if [[ -d $before && $before != "$release" ]]; then
  say 'Backup'
  systemctl start mutual-transfer-backup
fi
use "$release"
for port in "${ports[@]}"; do
  say "Restarting the process on port $port"
  if ! restart "$port"; then
    echo "The process on port $port is not ready after $READY_WITHIN s: journalctl -u mutual-transfer@$port" >&2
    if [[ -d $before && $before != "$release" ]]; then
      use "$before"
      echo "current is $before again. If the new version migrated the database, the old one does not start on it: restore the backup." >&2
    fi
    exit 1
  fi
  sleep "$PAUSE"
done

# The newest three stay, to go back to one that has the same schema: deploy/release.sh COMMIT.
touch "$release"
find "$root/releases" -mindepth 1 -maxdepth 1 -name '*.part' -exec rm -rf {} +
find "$root/releases" -mindepth 1 -maxdepth 1 -printf '%T@ %p\n' | sort --reverse --numeric-sort | tail --lines=+4 | cut --delimiter=" " --fields=2 |
  xargs --no-run-if-empty rm -rf
say "$commit is in production"
