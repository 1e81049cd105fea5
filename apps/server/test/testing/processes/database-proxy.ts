import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

/** TCP proxy between a server and its PostgreSQL that fails on command. */
export interface DatabaseProxy {
  /** Returns a `DATABASE_URL` through this proxy. */
  urlOf: (database: string) => string;
  /** Closes all connections, and closes every new one immediately. */
  cut: () => void;
  /** Forwards nothing and closes nothing, as if a cable were pulled or PostgreSQL were stopped. */
  hang: () => void;
  /** Forwards existing connections and holds new ones. Resolves once a new connection was opened. */
  holdNew: () => Promise<void>;
  /** Forwards new connections again. Connections that hang stay without data. */
  restore: () => void;
  /** Closes all connections, and forwards new ones to another PostgreSQL. */
  turnTo: (postgres: { host: string; port: number }) => void;
  /** Forwards all connections again, including those that hang. */
  resume: () => void;
  close: () => Promise<void>;
}

type Mode = 'passes' | 'cut' | 'hangs';

/** Listens on a loopback port and forwards everything to the PostgreSQL on a unix socket. */
export async function startDatabaseProxy(first: { host: string; port: number }): Promise<DatabaseProxy> {
  const pairs = new Set<[Socket, Socket]>();
  let mode: Mode = 'passes';
  let postgres = first;
  const server = createServer((near) => {
    if (mode === 'cut') return void near.destroy();
    const far = connect(join(postgres.host, `.s.PGSQL.${postgres.port}`));
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    for (const [one, other] of [pair, pair.toReversed() as typeof pair]) {
      one.on('error', () => {});
      one.on('close', () => {
        pairs.delete(pair);
        other.destroy();
      });
      if (mode === 'passes') one.pipe(other);
    }
  });
  const each = (action: (pair: [Socket, Socket]) => void) => [...pairs].forEach(action);
  const end = () => each(([near]) => near.destroy());
  const separate = ([near, far]: [Socket, Socket]) => {
    near.unpipe(far).pause();
    far.unpipe(near).pause();
  };
  const reconnect = (pair: [Socket, Socket]) => {
    separate(pair);
    const [near, far] = pair;
    near.pipe(far).pipe(near);
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    urlOf: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    cut: () => {
      mode = 'cut';
      end();
    },
    hang: () => {
      mode = 'hangs';
      each(separate);
    },
    restore: () => {
      mode = 'passes';
    },
    turnTo: (next) => {
      postgres = next;
      end();
    },
    holdNew: async () => {
      mode = 'hangs';
      each(reconnect);
      await once(server, 'connection');
    },
    resume: () => {
      mode = 'passes';
      each(reconnect);
    },
    close: async () => {
      end();
      server.close();
      await once(server, 'close');
    },
  };
}
