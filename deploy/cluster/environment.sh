#!/bin/sh
# Prints the settings of one machine for the services of Debian's packages etcd-server, patroni and haproxy, whose own files are the same on
# every machine. `environment.sh a 10.0.0.1 10.0.0.2 10.0.0.3` prints those of database machine a (b, c); `environment.sh app …` those of
# HAProxy on a machine of the product. docs/operations.md says where to put them.
set -eu
[ $# -eq 4 ] || { echo "Usage: environment.sh a|b|c|app ADDRESS_OF_A ADDRESS_OF_B ADDRESS_OF_C" >&2; exit 1; }
name=$1 a=$2 b=$3 c=$4
folder=${FOLDER:-/var/lib}

case $name in
  a) address=$a ;;
  b) address=$b ;;
  c) address=$c ;;
  app)
    # Address where the product on this machine finds the current primary.
    printf '%s\n' "DATABASE_LISTEN=${DATABASE_LISTEN:-127.0.0.1:5000}" "NODE_A=$a" "NODE_B=$b" "NODE_C=$c"
    exit
    ;;
  *) echo "$name is not a, b, c or app." >&2; exit 1 ;;
esac

# The same on all three machines: `openssl rand -hex 24` makes one.
: "${SUPERUSER_PASSWORD:?is not set}" "${REPLICATION_PASSWORD:?is not set}" "${RESTAPI_PASSWORD:?is not set}"

cat <<END
ETCD_NAME=$name
ETCD_DATA_DIR=$folder/etcd/mutual-transfer
ETCD_LISTEN_PEER_URLS=http://$address:2380
ETCD_INITIAL_ADVERTISE_PEER_URLS=http://$address:2380
ETCD_LISTEN_CLIENT_URLS=http://$address:2379
ETCD_ADVERTISE_CLIENT_URLS=http://$address:2379
ETCD_INITIAL_CLUSTER=a=http://$a:2380,b=http://$b:2380,c=http://$c:2380
ETCD_INITIAL_CLUSTER_TOKEN=mutual-transfer
PATRONI_NAME=$name
PATRONI_ETCD3_HOSTS=$a:2379,$b:2379,$c:2379
PATRONI_RESTAPI_LISTEN=$address:8008
PATRONI_RESTAPI_CONNECT_ADDRESS=$address:8008
PATRONI_RESTAPI_USERNAME=patroni
PATRONI_RESTAPI_PASSWORD=$RESTAPI_PASSWORD
PATRONI_POSTGRESQL_LISTEN=$address:5432
PATRONI_POSTGRESQL_CONNECT_ADDRESS=$address:5432
PATRONI_POSTGRESQL_DATA_DIR=$folder/postgresql/15/mutual-transfer
PATRONI_POSTGRESQL_PGPASS=$folder/postgresql/pgpass
PATRONI_SUPERUSER_USERNAME=postgres
PATRONI_SUPERUSER_PASSWORD=$SUPERUSER_PASSWORD
PATRONI_REPLICATION_USERNAME=replicator
PATRONI_REPLICATION_PASSWORD=$REPLICATION_PASSWORD
END
