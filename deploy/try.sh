#!/usr/bin/env bash
# Tries deploy/install.sh in a Debian of its own: deploy/try.sh FOLDER [SUITE]
# Needs root, network and debootstrap. There is no systemd: deploy/try/systemctl starts what the units name. Not part of npm test.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:?Usage: deploy/try.sh FOLDER [SUITE]}
suite=${2:-bookworm}

[[ -d $folder/etc ]] || debootstrap --variant=minbase --include=ca-certificates "$suite" "$folder"
in_debian() { chroot "$folder" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 "$@"; }
for kind in proc sys dev; do mountpoint --quiet "$folder/$kind" || mount --bind "/$kind" "$folder/$kind"; done
end() {
  in_debian systemctl stop-all || true
  for kind in proc sys dev; do umount "$folder/$kind" || true; done
}
trap end EXIT

cp deploy/try/systemctl "$folder/usr/local/bin/systemctl"
# Packages start no service while they are installed.
printf '#!/bin/sh\nexit 101\n' > "$folder/usr/sbin/policy-rc.d"
chmod 755 "$folder/usr/sbin/policy-rc.d"
rm -rf "$folder/root/mutual-transfer"
in_debian sh -c 'command -v git > /dev/null || { apt-get update -qq && apt-get install -y -qq --no-install-recommends git age > /dev/null; }'
git clone --quiet . "$folder/root/mutual-transfer"

[[ -f $folder/root/backup.key ]] || in_debian age-keygen --output /root/backup.key
cat > "$folder/root/settings" << END
DOMAIN=localhost
OPERATOR_KIND=founder
OPERATOR_NAME=Try "and" \$error
OPERATOR_ADDRESS=1 Station Road, Patna 800001
OPERATOR_EMAIL=help@example.in
GRIEVANCE_OFFICER=A. Kumari, officer, help@example.in
BACKUP_RECIPIENT=$(sed -n 's/^# public key: //p' "$folder/root/backup.key")
COPY_TO=/var/backups/elsewhere
END
install -d -m 777 "$folder/var/backups/elsewhere"

# The registry of a laboratory may not answer about advisories.
in_debian ADVISORIES="${ADVISORIES-required}" /root/mutual-transfer/deploy/install.sh /root/settings
in_debian curl --silent --fail --insecure --retry 10 --retry-connrefused https://localhost/api/health
echo
in_debian mutual-transfer doctor || true

# The first backup, restored by the installed scripts as docs/operations.md says.
# shellcheck disable=SC2016
in_debian bash -euc '
  cd /
  runuser -u postgres -- dropdb --if-exists restored
  runuser -u postgres -- createdb --owner=mutual_transfer restored
  set -a && source /etc/mutual-transfer.env && set +a
  newest=$(ls -t /var/lib/mutual-transfer-backups/*.age | head --lines=1)
  DATABASE_URL=${DATABASE_URL%/*}/restored /opt/mutual-transfer/current/deploy/backup/restore.sh "$newest" /root/backup.key
  runuser -u postgres -- dropdb restored'
