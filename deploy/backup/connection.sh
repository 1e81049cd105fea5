# Sets `url` to DATABASE_URL without its password, which the programs of PostgreSQL read from PGPASSWORD: other users of the machine can read
# the arguments of a process.
url=${DATABASE_URL:?must be set}
if [[ $url =~ ^(postgres(ql)?://[^:@/]+):([^@]*)(@.*)$ ]]; then
  url=${BASH_REMATCH[1]}${BASH_REMATCH[4]}
  password=${BASH_REMATCH[3]//\\/\\\\}
  PGPASSWORD=$(printf '%b' "${password//%/\\x}")
  export PGPASSWORD
fi
if [[ $url == *[?\&]password=* || $url =~ ^postgres(ql)?://: ]]; then
  echo 'DATABASE_URL must have its password after the user: postgresql://USER:PASSWORD@HOST/DATABASE' >&2
  exit 1
fi
