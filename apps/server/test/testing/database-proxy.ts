import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

/** A line between a server and its PostgreSQL that fails on command. */
export interface DatabaseProxy {
  /** A `DATABASE_URL` by way of this line. */
  readonly urlOf: (database: string) => string;
  /** Ends all connections, and every new one at once. */
  readonly cut: () => void;
  /** Nothing passes any more and nothing ends: a cable that was pulled, or a PostgreSQL that was stopped. */
  readonly hang: () => void;
  /** New connections pass again; those that hung are never heard of again. */
  readonly restore: () => void;
  /** Those that hung go on too, as if nothing had been. */
  readonly resume: () => void;
  readonly close: () => Promise<void>;
}

type Mode = 'passes' | 'cut' | 'hangs';

/** Listens on a loopback port and passes everything on to the PostgreSQL on a unix socket. */
export async function startDatabaseProxy(postgres: { host: string; port: number }): Promise<DatabaseProxy> {
  const pairs = new Set<[Socket, Socket]>();
  let mode: Mode = 'passes';
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
  const reconnect = ([near, far]: [Socket, Socket]) => near.pipe(far).pipe(near);
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
