#!/usr/bin/env bash
# Writes a backup of the database of DATABASE_URL, beside running servers: backup.sh FOLDER RECIPIENTS
# Only the owners of the keys in the file RECIPIENTS (one age1… a line) can read it. Deletes the folder's backups of more than 30 days ago.
set -euo pipefail
umask 077
usage='Usage: backup.sh FOLDER RECIPIENTS'
folder=${1:?$usage}
recipients=${2:?$usage}
source "$(dirname "$0")/connection.sh"

file=$folder/mutual-transfer-$(date --utc +%Y-%m-%dT%H%M%SZ).dump.age
trap 'rm --force "$file.part"' EXIT
pg_dump --format=custom --no-owner --no-privileges --dbname="$url" |
  age --encrypt --recipients-file "$recipients" > "$file.part"
sync "$file.part"
mv "$file.part" "$file"
find "$folder" -maxdepth 1 -name 'mutual-transfer-*.dump.age' -mtime +30 -delete
echo "$file"
