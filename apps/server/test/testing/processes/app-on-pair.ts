import { openReadDatabase, type ReadDatabase } from '../../../src/database/replica/read-database.ts';
import { joinTestApp, type TestApp } from '../test-app.ts';
import type { PostgresPair } from './postgres-pair.ts';

/** App in this process that reads from the replica, as another server process would. */
export interface AppOnPair extends TestApp {
  readonly reads: ReadDatabase;
  /** Log messages about the replica. */
  readonly said: readonly string[];
}

const MOMENT = new Date('2026-06-15T06:30:00.000Z');

/**
 * Starts an app on the pair.
 * @param oldest maximum age of a response of the replica in milliseconds; defaults to the product's one second.
 */
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
