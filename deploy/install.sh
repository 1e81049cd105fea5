#!/usr/bin/env bash
# Prepares a fresh Debian (12 or 13) and puts the commit of this checkout into production: deploy/install.sh SETTINGS
# SETTINGS is a file of NAME=VALUE lines; docs/operations.md, "Install", has it. Run as root; running it again repairs what is missing and changes no secret.
set -euo pipefail
cd "$(dirname "$0")/.."

settings=${1:?Usage: deploy/install.sh SETTINGS}
# Each line is a name and its value as it is, without quotes.
declare -A given=()
while IFS= read -r line || [[ -n $line ]]; do
  [[ $line =~ ^([A-Z0-9_]+)=(.*)$ ]] && given[${BASH_REMATCH[1]}]=${BASH_REMATCH[2]}
done < "$settings"
missing=()
for name in DOMAIN OPERATOR_KIND OPERATOR_NAME OPERATOR_ADDRESS OPERATOR_EMAIL GRIEVANCE_OFFICER BACKUP_RECIPIENT COPY_TO; do
  [[ -n ${given[$name]:-} ]] || missing+=("$name")
done
if (( ${#missing[@]} > 0 )); then
  echo "Missing in $settings: ${missing[*]}" >&2
  exit 1
fi
examples=()
for name in "${!given[@]}"; do
  [[ ${given[$name]} != *…* && ${given[$name]} != 'name, designation, contact' ]] || examples+=("$name")
done
if (( ${#examples[@]} > 0 )); then
  echo "Still the example in $settings: ${examples[*]}" >&2
  exit 1
fi
if [[ ! ${given[BACKUP_RECIPIENT]} =~ ^age1[0-9a-z]{58}$ ]]; then
  echo 'BACKUP_RECIPIENT must be the public key of age-keygen (age1…).' >&2
  exit 1
fi
if (( EUID != 0 )); then
  echo 'Run it as root.' >&2
  exit 1
fi

step() { echo "$(date +%T) $*"; }
changed() { # TEXT on standard input, FILE: writes the file if it differs, and returns whether it did.
  local text
  text=$(cat)
  if [[ -f $1 && $(cat "$1") == "$text" ]]; then return 1; fi
  mkdir -p "$(dirname "$1")"
  printf '%s\n' "$text" > "$1"
}

packages=(postgresql postgresql-client age rclone chrony caddy git ca-certificates curl openssl
  nodejs npm prometheus prometheus-node-exporter prometheus-blackbox-exporter)
if (( $(dpkg-query --show --showformat='${db:Status-Abbrev}\n' "${packages[@]}" 2> /dev/null | grep --count '^ii') < ${#packages[@]} )); then
  step 'Packages'
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends "${packages[@]}" > /dev/null
fi

# Debian 12's Node 18 leaves out programs of the build, so that it and its npm only install the Node of the product and a current npm.
tools=/opt/mutual-transfer/tools
wanted=$(sed -n 's/^ *"node": "\([0-9.]*\)",*$/\1/p' package.json)
if [[ $("$tools/bin/node" --version 2> /dev/null || true) != "v$wanted" ]]; then
  step "Node $wanted"
  into=(install --global --no-audit --no-fund --loglevel=error --prefix "$tools")
  npm "${into[@]}" "node@$wanted"
  "$tools/bin/node" "$(readlink --canonicalize "$(command -v npm)")" "${into[@]}" npm@11
fi

step 'User'
id mutual-transfer > /dev/null 2>&1 ||
  useradd --system --home-dir /opt/mutual-transfer --shell /usr/sbin/nologin mutual-transfer
install -d -m 755 /opt/mutual-transfer /opt/mutual-transfer/releases

step 'Database'
cluster=$(pg_lsclusters --no-header | awk '{ print $1; exit }')
memory=$(awk '/^MemTotal/ { print int($2 / 4096) }' /proc/meminfo)
if changed "/etc/postgresql/$cluster/main/conf.d/mutual-transfer.conf" << END
shared_buffers = ${memory}MB
random_page_cost = 1.1
jit = off
# Otherwise the log of an error contains rows.
log_error_verbosity = terse
log_min_error_statement = panic
END
then
  systemctl restart "postgresql@$cluster-main"
fi
systemctl start "postgresql@$cluster-main"
as_postgres() { (cd / && runuser -u postgres -- psql --no-psqlrc --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1 "$@"); }
if [[ ! -f /etc/mutual-transfer.env ]]; then
  password=$(openssl rand -hex 24)
  if [[ -n $(as_postgres --command="select 1 from pg_roles where rolname = 'mutual_transfer'") ]]; then
    as_postgres <<< "alter role mutual_transfer password '$password'"
  else
    as_postgres <<< "create role mutual_transfer login password '$password'"
  fi
fi
if [[ -z $(as_postgres --command="select 1 from pg_database where datname = 'mutual_transfer'") ]]; then
  as_postgres --command='create database mutual_transfer owner mutual_transfer'
fi

step 'Settings'
quoted() { # Quoted for systemd and for a shell, which both read the file.
  local value=${1//\\/\\\\}
  value=${value//\"/\\\"}
  value=${value//\$/\\\$}
  printf '"%s"' "${value//\`/\\\`}"
}
if [[ ! -f /etc/mutual-transfer.env ]]; then
  (
    umask 077
    {
      echo "DATABASE_URL=postgres://mutual_transfer:$password@127.0.0.1:5432/mutual_transfer"
      echo "TOKEN_SECRET=$(openssl rand -base64 48)"
      echo 'TRUSTED_PROXIES=127.0.0.1'
      # A key of JWK has its full length, also if it begins with zeros.
      node -e '
        const { d, x, y } = require("node:crypto").generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" });
        const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]);
        console.log(`VAPID_PUBLIC_KEY=${point.toString("base64url")}\nVAPID_PRIVATE_KEY=${d}`);'
      for name in "${!given[@]}"; do
        case $name in DOMAIN | PUBLIC_URL | BACKUP_RECIPIENT | COPY_TO) ;; *) echo "$name=$(quoted "${given[$name]}")" ;; esac
      done
    } > /etc/mutual-transfer.env
  )
fi
# The line is added before the old one is deleted, which ends the work on that line.
sed --in-place --expression="\$aPUBLIC_URL=https://${given[DOMAIN]}" --expression='/^PUBLIC_URL=/d' /etc/mutual-transfer.env
(umask 077 && echo "COPY_TO=$(quoted "${given[COPY_TO]}")" > /etc/mutual-transfer-backup.env)
echo "${given[BACKUP_RECIPIENT]}" > /etc/mutual-transfer.recipients
[[ -f /etc/mutual-transfer-rclone.conf ]] || install -m 640 -g mutual-transfer /dev/null /etc/mutual-transfer-rclone.conf
install -m 755 deploy/mutual-transfer /usr/local/sbin/mutual-transfer

step 'Units'
install -m 644 deploy/mutual-transfer@.service deploy/mutual-transfer-retention.* deploy/backup/mutual-transfer-backup.* /etc/systemd/system/
# The journal has the log of the processes, which the law asks to keep; Caddy keeps its access log itself.
changed /etc/systemd/journald.conf.d/mutual-transfer.conf << 'END' || true
[Journal]
Storage=persistent
MaxRetentionSec=1year
MaxFileSec=1week
SystemMaxUse=20G
END
systemctl daemon-reload
systemctl restart systemd-journald
systemctl enable --now chrony

step 'Release'
deploy/release.sh HEAD

step 'Site, watch and timers'
changed /etc/caddy/Caddyfile <<< "$(sed "s|{\$DOMAIN}|${given[DOMAIN]}|; s|{\$OPERATOR_EMAIL}|${given[OPERATOR_EMAIL]}|" deploy/Caddyfile)" || true
systemctl enable caddy
systemctl restart caddy
changed /etc/prometheus/mutual-transfer-alerts.yml < deploy/prometheus-alerts.yml || true
changed /etc/prometheus/prometheus.yml <<< "$(sed "s|DOMAIN|${given[DOMAIN]}|" deploy/prometheus.yml)" || true
# Debian's programs listen on every address; a site of one machine watches itself.
for program in prometheus:9090 prometheus-node-exporter:9100 prometheus-blackbox-exporter:9115; do
  more=''
  [[ $program == *blackbox* ]] && more='--config.file=/etc/prometheus/blackbox.yml '
  changed "/etc/default/${program%:*}" <<< "ARGS=\"$more--web.listen-address=127.0.0.1:${program#*:}\"" || true
  systemctl restart "${program%:*}"
done
systemctl enable --now mutual-transfer@3001 mutual-transfer@3002 mutual-transfer-backup.timer mutual-transfer-retention.timer
systemctl start mutual-transfer-backup

step "Done. Next: mutual-transfer admin create --email … --name … ; mutual-transfer doctor"
