#!/usr/bin/env bash
# Copies the backups of a folder to COPY_TO, and deletes those of more than 30 days ago there: copy.sh FOLDER
# COPY_TO is a folder of rclone: /mnt/other-disk, or a remote that /etc/mutual-transfer-rclone.conf defines (https://rclone.org/docs).
set -euo pipefail
folder=${1:?Usage: copy.sh FOLDER}
if [[ -z ${COPY_TO:-} ]]; then
  echo 'COPY_TO is not set in /etc/mutual-transfer-backup.env: the backup is on this machine only.' >&2
  exit 1
fi
rclone=(rclone --config /etc/mutual-transfer-rclone.conf --include 'mutual-transfer-*.dump.age')
"${rclone[@]}" copy "$folder" "$COPY_TO"
"${rclone[@]}" delete --min-age 30d "$COPY_TO"
