#!/usr/bin/env bash
# Restores a backup into the empty database of DATABASE_URL, completely or not at all: restore.sh FILE KEYFILE
set -euo pipefail
usage='Usage: restore.sh FILE KEYFILE'
file=${1:?$usage}
key=${2:?$usage}
source "$(dirname "$0")/connection.sh"

query() {
  psql --no-psqlrc --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1 --dbname="$url" "$@"
}
restore() {
  age --decrypt --identity "$key" "$file" | pg_restore "$@"
}

tables=$(query --command="select count(*) from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace")
if [[ $tables != 0 ]]; then
  echo 'The database is not empty; a backup is restored into an empty one only.' >&2
  exit 1
fi

# Counts the rows of each table in the file. A file that is cut off, altered or encrypted for another key ends here, before anything is written.
expected=$(restore --data-only --file=- | awk '
  rows == "" && /^COPY .* FROM stdin;$/ { table = $2; rows = 0; next }
  rows != "" && /^\\\.$/ { print table "|" rows; rows = ""; next }
  rows != "" { rows++ }')
restore --single-transaction --exit-on-error --no-owner --no-privileges --dbname="$url"
found=$(awk -F '|' '{ print "select '\''" $1 "'\'', count(*) from " $1 ";" }' <<< "$expected" | query --file=-)
if [[ $found != "$expected" ]]; then
  echo 'The restored rows are not those of the backup:' >&2
  diff <(echo "$expected") <(echo "$found") >&2
  exit 1
fi
# Otherwise PostgreSQL warns of each of its own tables, which only a superuser analyses.
query --command='set client_min_messages = error' --command=analyze
awk -F '|' '{ rows += $2 } $1 == "public.users" { people = $2 } END { print rows " rows of " NR " tables (" people " people) are restored" }' <<< "$expected"
