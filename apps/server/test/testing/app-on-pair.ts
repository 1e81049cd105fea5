import { openReadDatabase, type ReadDatabase } from '../../src/database/read-database.ts';
import type { PostgresPair } from './postgres-pair.ts';
import { joinTestApp, type TestApp } from './test-app.ts';

/** A server process, as it were, that reads from the replica. */
export interface AppOnPair extends TestApp {
  readonly reads: ReadDatabase;
  /** What it said of the replica, for the log. */
  readonly said: readonly string[];
}

const MOMENT = new Date('2026-06-15T06:30:00.000Z');

/** @param oldest How old an answer of the replica may be, in milliseconds; the product's own second unless given. */
export async function startAppOnPair(
  { primary, replicaUrl }: PostgresPair,
  oldest?: number,
): Promise<AppOnPair> {
  const said: string[] = [];
  const config = { databaseReadUrl: replicaUrl, databasePoolSize: 5, databasePrepare: true };
  const reads = await openReadDatabase(config, primary, (sentence) => said.push(sentence), oldest);
  const test = await joinTestApp({ database: primary, clock: { now: MOMENT } }, { reads });
  const close = async () => {
    await test.close();
    await reads.close();
  };
  return { ...test, reads, said, close };
}
