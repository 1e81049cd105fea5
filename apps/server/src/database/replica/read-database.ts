import type { Kysely } from 'kysely';
import type { Config } from '../../config.ts';
import { codeOf } from '../../error-code.ts';
import { AppError } from '../../errors.ts';
import { StartupError } from '../../startup-error.ts';
import { connect, type OpenDatabase, withoutPassword } from '../open-database.ts';
import type { Database } from '../tables/schema.ts';
import type { LogPosition } from './log-position.ts';
import { type ReplicaStatus, ReplicaWatch } from './replica-watch.ts';

/** Caller of a read, with the WAL position of the primary after their last write; `undefined` for visitors. */
export interface Reader {
  readonly wroteAt: LogPosition | undefined;
}

/** Runs reads whose result may be up to a second old. */
export interface ReadDatabase {
  /**
   * Runs the query on the replica if the replica lags by less than a second and has replayed the writes of this reader. Otherwise, or if
   * the query fails on the replica, runs it on the primary. The query may run twice, so it must only read.
   */
  readonly ask: <Answer>(
    reader: Reader,
    question: (db: Kysely<Database>) => Promise<Answer>,
  ) => Promise<Answer>;
  /** Returns `undefined` without a replica. */
  readonly state: () => ReadState | undefined;
  readonly close: () => Promise<void>;
}

/** Maximum lag of the replica in seconds, and numbers of reads by database since the start. */
export interface ReadState {
  readonly behind: number;
  readonly replica: number;
  readonly primary: number;
  /** Reads that failed on the replica and were repeated on the primary. */
  readonly repeated: number;
}

/** Maximum lag of the replica for reads, in milliseconds. */
const OLDEST = 1_000;
/** Timeout of a query, long enough for an administrator's list. `ReplicaWatch` detects a hanging replica much earlier. */
const QUERY_TIMEOUT_MS = 5_000;
const CONNECTION_TIMEOUT_MS = 1_000;

/** Returns a `ReadDatabase` without a replica. */
export function readFromPrimary(db: Kysely<Database>): ReadDatabase {
  return {
    ask: (_reader, question) => question(db),
    state: () => undefined,
    close: async () => {},
  };
}

/**
 * Connects to the replica of `DATABASE_READ_URL`, if that is set. A replica that cannot be reached or was promoted does not prevent the
 * start.
 *
 * @param onChange Called with a log message whenever the database that answers reads changes, and at the start unless it is the replica.
 * @param oldest Maximum lag in milliseconds; tests set it.
 * @throws {StartupError} if the replica copies another database.
 */
export async function openReadDatabase(
  {
    databaseReadUrl,
    databasePoolSize,
    databasePrepare,
  }: Pick<Config, 'databaseReadUrl' | 'databasePoolSize' | 'databasePrepare'>,
  { db, pool }: OpenDatabase,
  onChange: (sentence: string) => void,
  oldest = OLDEST,
): Promise<ReadDatabase> {
  if (databaseReadUrl === undefined) return readFromPrimary(db);
  const replica = connect(
    {
      connectionString: databaseReadUrl,
      max: databasePoolSize,
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      statement_timeout: QUERY_TIMEOUT_MS,
    },
    databasePrepare,
  );
  let isStarted = false;
  const reportStatus = (status: ReplicaStatus) => {
    if (isStarted) onChange(sentences[status]);
  };
  const watch = new ReplicaWatch({
    primary: pool.options,
    replica: { connectionString: databaseReadUrl },
    oldest,
    onChange: reportStatus,
  });
  const close = async () => {
    watch.close();
    await replica.close();
  };
  await watch.start();
  if (watch.status === 'foreign') {
    await close();
    throw new StartupError(`DATABASE_READ_URL (${withoutPassword(databaseReadUrl)}) is ${other}.`);
  }
  isStarted = true;
  if (watch.status !== 'following') reportStatus(watch.status);
  return { ...readsOf(db, replica.db, watch), close };
}

const other = 'not a replica of the database of DATABASE_URL';

/** Log messages: the new state and its effect on reads. */
const sentences: Readonly<Record<ReplicaStatus, string>> = {
  following: 'the replica follows: it answers reads',
  behind: 'the replica is more than a second behind: reads go to the primary',
  away: 'the replica does not answer: reads go to the primary',
  promoted: 'DATABASE_READ_URL is no replica, or no longer: reads go to the primary',
  foreign: `DATABASE_READ_URL is ${other}: reads go to the primary`,
};

function readsOf(
  primary: Kysely<Database>,
  replica: Kysely<Database>,
  watch: ReplicaWatch,
): Omit<ReadDatabase, 'close'> {
  const counts = { replica: 0, primary: 0, repeated: 0 };
  const queryReplica = async <Answer>(question: (db: Kysely<Database>) => Promise<Answer>) => {
    try {
      const answer = await watch.whileItAnswers(question(replica));
      counts.replica += 1;
      return answer;
    } catch (error) {
      if (error instanceof AppError) throw error;
      // Repeats the read after any error. If the query itself is wrong, the primary reports the same error.
      if (!isCancelled(error)) watch.doubt();
      counts.repeated += 1;
      return question(primary);
    }
  };
  return {
    state: () => ({ behind: watch.behind(), ...counts }),
    ask: (reader, question) => {
      if (watch.shows(reader.wroteAt)) return queryReplica(question);
      counts.primary += 1;
      return question(primary);
    },
  };
}

/** Returns true if PostgreSQL cancelled the query in order to replay the WAL of the primary. The replica itself works then. */
function isCancelled(error: unknown): boolean {
  return codeOf(error) === '40001';
}
