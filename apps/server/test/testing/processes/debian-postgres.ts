import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** PostgreSQL of the operating system on a new cluster. */
interface DebianPostgres {
  /** Returns the `DATABASE_URL` of a database for its superuser, or for another role with its password. */
  urlOf: (database: string, login?: string) => string;
  /** Stops PostgreSQL and deletes the cluster. */
  stop: () => Promise<void>;
}

/** Starts Debian's PostgreSQL, whose tools are as new as the server, with Debian's own `pg_virtualenv`. */
export async function startDebianPostgres(): Promise<DebianPostgres> {
  // The cluster lasts as long as the command that runs beside it, which ends with its input.
  const command = ['sh', '-c', 'echo "ready $PGPORT $PGUSER:$PGPASSWORD" && cat'];
  const child = spawn('pg_virtualenv', ['-t', '-o', 'fsync=off', ...command], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const exit = once(child, 'exit');
  const lines: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => lines.push(line));
  for await (const line of createInterface({ input: child.stdout })) {
    const [, port, superuser = ''] = /^ready (\d+) (\S+)$/.exec(line) ?? [];
    if (port === undefined) continue;
    return {
      urlOf: (database, login = superuser) => `postgres://${login}@localhost:${port}/${database}`,
      stop: async () => {
        child.stdin.end();
        await exit;
      },
    };
  }
  throw new Error(`PostgreSQL did not start: ${lines.join('\n')}`);
}
