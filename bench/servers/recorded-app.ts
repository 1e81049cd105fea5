import { createKeyedHash } from '../../apps/server/src/accounts/keyed-hash.ts';
import { createPasswords } from '../../apps/server/src/accounts/passwords/passwords.ts';
import { createProofs } from '../../apps/server/src/accounts/registration/proof-of-work.ts';
import { buildApp } from '../../apps/server/src/app.ts';
import { readConfig } from '../../apps/server/src/config.ts';
import { connect } from '../../apps/server/src/database/open-database.ts';
import { readFromPrimary } from '../../apps/server/src/database/read-database.ts';
import type { Dependencies } from '../../apps/server/src/dependencies.ts';
import type { App } from '../../apps/server/src/http/dependencies.ts';
import { startBoss } from '../../apps/server/src/jobs.ts';
import { unlimited } from '../../apps/server/src/limits/limits.ts';
import { createLinks } from '../../apps/server/src/notices/signed-links.ts';
import { followOffers } from '../../apps/server/src/offers/live-graph.ts';
import { createLivePositions } from '../../apps/server/src/offers/live-positions.ts';
import { measureDistances } from '../../apps/server/src/places/distances.ts';
import { headquarters } from '../../apps/server/src/places/read-points.ts';
import { openRulebook } from '../../apps/server/src/rules/rulebook.ts';
import { createTokens } from '../../apps/server/src/sessions/tokens.ts';
import type { Call } from '../measure/load.ts';
import { createQueryRecorder, type QueryRecorder } from './query-recorder.ts';
import { isReading, type RecordedCall } from './recorded-query.ts';

/** App in this process that records the statements it sends. */
export interface RecordedApp {
  /**
   * Returns the reading statements of each call when it is made a second time, with filled caches. Returns `undefined` if the
   * app does not answer 200 to one of them.
   */
  readonly record: (calls: readonly Call[]) => Promise<RecordedCall[] | undefined>;
  readonly close: () => Promise<void>;
}

/** Starts the product's app without pages, on a pool whose queries are recorded. */
export async function startRecordedApp(databaseUrl: string, tokenSecret: string): Promise<RecordedApp> {
  const recorder = createQueryRecorder();
  const { db, pool, close } = connect({ connectionString: databaseUrl, Client: recorder.Client });
  const graph = followOffers({
    connection: { connectionString: databaseUrl },
    now: () => new Date(),
    onError: console.error,
  });
  const boss = await startBoss(pool, console.error, { schedule: false, supervise: false });
  const dependencies: Dependencies = {
    config: readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent' }),
    db,
    pool,
    reads: readFromPrimary(db),
    isReady: graph.hasIndexes,
    tokens: createTokens(tokenSecret),
    passwords: createPasswords(),
    proofs: createProofs(tokenSecret),
    keyedHash: createKeyedHash(tokenSecret),
    positions: createLivePositions(tokenSecret),
    sms: undefined,
    mailer: undefined,
    channels: [],
    links: createLinks('http://localhost', 'a secret of the bench that is long enough'),
    limits: unlimited,
    rulebook: openRulebook(db, () => new Date()),
    distanceBetween: measureDistances(headquarters),
    outlines: undefined,
    provider: undefined,
    sandbox: undefined,
    graph,
    background: (work) => void work(),
    boss,
    planQueued: async () => {},
    agreementsDue: async () => {},
    now: () => new Date(),
  };
  const app = await buildApp(dependencies);
  await app.ready();
  await graph.caughtUp();

  return {
    record: recording(app, recorder),
    close: async () => {
      await app.close();
      await boss.stop({ graceful: false });
      await graph.close();
      await close();
    },
  };
}

function recording(app: App, recorder: QueryRecorder): RecordedApp['record'] {
  async function recordOne({ path, headers = {} }: Call): Promise<RecordedCall | undefined> {
    for (const _time of ['first', 'second']) {
      recorder.take();
      const { statusCode } = await app.inject({ method: 'GET', url: path, headers });
      if (statusCode !== 200) return undefined;
    }
    return recorder
      .take()
      .map((step) => step.filter(isReading))
      .filter((step) => step.length > 0);
  }
  return async (calls) => {
    const recorded: RecordedCall[] = [];
    for (const call of calls) {
      const one = await recordOne(call);
      if (one === undefined) return undefined;
      recorded.push(one);
    }
    return recorded;
  };
}
