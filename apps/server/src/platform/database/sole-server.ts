import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { advisoryLocks } from './advisory-locks.ts';
import { LastingConnection } from './lasting-connection.ts';
import { StartupError } from './startup-error.ts';

const TIMEOUT_MS = 5_000;
/** Maximum number of attempts to take the lock. PostgreSQL releases the lock of a killed server once it notices the lost connection. */
const ATTEMPTS = 30;
const BETWEEN_ATTEMPTS = 100;

/** Exclusive claim of one server on a data folder. */
export interface SoleServer {
  release: () => void;
}

/**
 * Claims the embedded database of a data folder for this server with an advisory lock. The lock ends with its connection, and is taken
 * again after the database restarts.
 *
 * @throws {StartupError} if another server holds the lock.
 */
export async function claimDataFolder(options: pg.ClientConfig, dataFolder: string): Promise<SoleServer> {
  const connection = new LastingConnection(
    { ...options, connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS },
    () => void claim(connection).catch(() => {}),
  );
  if (await claim(connection)) return { release: () => connection.close() };
  connection.close();
  throw new StartupError(
    `Another server already uses the data folder ${dataFolder}. Stop it, or set DATA_DIR to another folder.`,
  );
}

async function claim(connection: LastingConnection): Promise<boolean> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const row = await connection.ask<{ is_ours: boolean }>(
      `select pg_try_advisory_lock(${advisoryLocks.soleServer}) as is_ours`,
    );
    if (row?.is_ours) return true;
    await pause(BETWEEN_ATTEMPTS);
  }
  return false;
}
