import type { Kysely } from 'kysely';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import { StartupError } from '../startup-error.ts';
import type { LogPosition } from './log-position.ts';
import { connect, type OpenDatabase, withoutPassword } from './open-database.ts';
import { type ReplicaStatus, ReplicaWatch } from './replica-watch.ts';
import type { Database } from './schema.ts';

/** The caller of a read: where the primary's log was when they last wrote, undefined for visitors. */
export interface Reader {
  readonly wroteAt: LogPosition | undefined;
}

/** Where reads are asked that may be a second old. */
export interface ReadDatabase {
  /**
   * Asks the replica where it is less than a second behind and shows what this reader wrote; else, or when it fails there,
   * the primary. The question may be asked twice, so it only reads.
   */
  readonly ask: <Answer>(
    reader: Reader,
    question: (db: Kysely<Database>) => Promise<Answer>,
  ) => Promise<Answer>;
  /** Undefined without a replica. */
  readonly state: () => ReadState | undefined;
  readonly close: () => Promise<void>;
}

/** How far the replica is behind at most, in seconds, and how many reads went where since the start. */
export interface ReadState {
  readonly behind: number;
  readonly replica: number;
  readonly primary: number;
  /** Asked of the replica, where they failed, and then of the primary. */
  readonly repeated: number;
}

/** How old an answer may be, in milliseconds. */
const OLDEST = 1_000;
/** Long enough for an administrator's list; the watch notices a replica that hangs much sooner. */
const QUERY_TIMEOUT_MS = 5_000;
const CONNECTION_TIMEOUT_MS = 1_000;

/** Reads without a replica. */
export function readFromPrimary(db: Kysely<Database>): ReadDatabase {
  return {
    ask: (_reader, question) => question(db),
    state: () => undefined,
    close: async () => {},
  };
}

/**
 * Reads with the replica of `DATABASE_READ_URL`, if that is set. A replica that is away, or has become a primary, does not
 * keep the process from starting.
 *
 * @param onChange Told in a sentence where reads go, if not to the replica at first, and whenever that changes.
 * @param oldest How old an answer may be, in milliseconds: tests need to have it otherwise.
 * @throws {StartupError} when it answers and is a copy of something else.
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
  const tell = (status: ReplicaStatus) => {
    if (isStarted) onChange(sentences[status]);
  };
  const watch = new ReplicaWatch({
    primary: pool.options,
    replica: { connectionString: databaseReadUrl },
    oldest,
    onChange: tell,
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
  if (watch.status !== 'following') tell(watch.status);
  return { ...readsOf(db, replica.db, watch), close };
}

const other = 'not a replica of the database of DATABASE_URL';

/** For the log: what is so from now on, and what it means for reads. */
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
  const asked = { replica: 0, primary: 0, repeated: 0 };
  const askReplica = async <Answer>(question: (db: Kysely<Database>) => Promise<Answer>) => {
    try {
      const answer = await watch.whileItAnswers(question(replica));
      asked.replica += 1;
      return answer;
    } catch (error) {
      if (error instanceof AppError) throw error;
      // Whatever the reason: if it lies in the question, the primary will say so too.
      if (!isCancelled(error)) watch.doubt();
      asked.repeated += 1;
      return question(primary);
    }
  };
  return {
    state: () => ({ behind: watch.behind(), ...asked }),
    ask: (reader, question) => {
      if (watch.shows(reader.wroteAt)) return askReplica(question);
      asked.primary += 1;
      return question(primary);
    },
  };
}

/** Replaying what came from the primary had to go before this read; the replica itself is well. */
function isCancelled(error: unknown): boolean {
  return (error as { code?: string }).code === '40001';
}
