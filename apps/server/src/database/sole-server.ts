import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { StartupError } from '../startup-error.ts';
import { advisoryLocks } from './advisory-locks.ts';
import { LastingConnection } from './lasting-connection.ts';

const TIMEOUT_MS = 5_000;
/** The lock of a server that was killed falls when PostgreSQL notices that its connection is gone. */
const ATTEMPTS = 30;
const BETWEEN_ATTEMPTS = 100;

/** The right to serve from a data folder, which one server at a time has. */
export interface SoleServer {
  readonly release: () => void;
}

/**
 * Claims the embedded database of a data folder for this server: a lock in it that falls with the connection, and is
 * claimed again after the database was restarted.
 *
 * @throws {StartupError} when another server has it.
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
