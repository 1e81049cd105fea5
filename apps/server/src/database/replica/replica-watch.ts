import type pg from 'pg';
import { LastingConnection } from '../lasting-connection.ts';
import { type LogPosition, logPosition } from './log-position.ts';

/** Status of the replica. `foreign`: it replicates another database. `promoted`: it is no longer a replica. */
export type ReplicaStatus = 'following' | 'behind' | 'away' | 'promoted' | 'foreign';

/** Interval in milliseconds between checks of the WAL positions. */
const CHECK_INTERVAL_MS = 250;
/** Timeout of one check in milliseconds. A hanging replica delays a read by at most this timeout plus the interval. */
const CHECK_TIMEOUT_MS = 500;
const MAX_MARKS = 240;

interface WatchOptions {
  readonly primary: pg.ClientConfig;
  readonly replica: pg.ClientConfig;
  /** Maximum lag, in milliseconds. */
  readonly oldest: number;
  /** Called after every check that changed the status. */
  readonly onChange: (status: ReplicaStatus) => void;
}

/** WAL position that the primary had reached at a time (`performance.now()`). */
interface Mark {
  readonly at: number;
  readonly position: LogPosition;
}

interface Seen {
  readonly lsn: string | null;
  readonly system: string;
  readonly database: string;
  readonly isReplica: boolean;
}

const identity = 'system_identifier::text as system, current_database() as database';
const queryPrimary = `select pg_current_wal_lsn() as lsn, ${identity} from pg_control_system()`;
const queryReplica = `select pg_last_wal_replay_lsn() as lsn, pg_is_in_recovery() as "isReplica", ${identity} from pg_control_system()`;

/**
 * Measures the lag of a replica by checking both databases a few times a second on separate connections. If the replica has replayed the
 * position that the primary had at a certain time, reads on the replica return at least the state of that time. Uses only the monotonic
 * clock of this process.
 */
export class ReplicaWatch {
  readonly #primary: LastingConnection;
  readonly #replica: LastingConnection;
  readonly #oldest: number;
  readonly #onChange: (status: ReplicaStatus) => void;
  #identity: string | undefined;
  #marks: Mark[] = [];
  #replayed: LogPosition = 0n;
  #asOf = Number.NEGATIVE_INFINITY;
  #status: ReplicaStatus = 'away';
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  readonly #waiting = new Set<(reason: Error) => void>();

  constructor({ primary, replica, oldest, onChange }: WatchOptions) {
    const timeouts = { connectionTimeoutMillis: CHECK_TIMEOUT_MS, query_timeout: CHECK_TIMEOUT_MS };
    this.#primary = new LastingConnection({ ...primary, ...timeouts });
    this.#replica = new LastingConnection({ ...replica, ...timeouts }, () => this.#become('away'));
    this.#oldest = oldest;
    this.#onChange = onChange;
  }

  get status(): ReplicaStatus {
    return this.#status;
  }

  /** Checks both databases now and after each interval, until `close`. */
  async start(): Promise<void> {
    await this.#check();
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.start(), CHECK_INTERVAL_MS);
  }

  /** Returns the maximum lag in seconds; infinite while the replica does not respond. */
  behind(): number {
    const isKnown = this.#status === 'following' || this.#status === 'behind';
    return isKnown ? (performance.now() - this.#asOf) / 1_000 : Number.POSITIVE_INFINITY;
  }

  /** Returns true if the lag of the replica is within the maximum and the replica has replayed `position`. */
  shows(position: LogPosition | undefined): boolean {
    if (this.#status !== 'following' || performance.now() - this.#asOf > this.#oldest) return false;
    return position === undefined || position <= this.#replayed;
  }

  /** Marks the replica as away after a failed read, so that it gets no reads until a check succeeds. */
  doubt(): void {
    this.#become('away');
  }

  /** Returns the result of a query on the replica. Rejects as soon as a check finds that the replica does not respond. */
  whileItAnswers<Answer>(answer: Promise<Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject);
      answer.then(resolve, reject).finally(() => this.#waiting.delete(reject));
    });
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#primary.close();
    this.#replica.close();
  }

  async #check(): Promise<void> {
    const at = performance.now();
    // If the primary does not respond, the measured lag keeps growing until it does.
    const primary = await this.#primary.ask<Seen>(queryPrimary).catch(() => undefined);
    if (primary?.lsn) {
      this.#identity = identityOf(primary);
      this.#marks.push({ at, position: logPosition(primary.lsn) });
    }
    this.#marks = this.#marks.slice(-MAX_MARKS);
    const replica = await this.#replica.ask<Seen>(queryReplica).catch(() => undefined);
    this.#become(replica === undefined ? 'away' : this.#compare(replica));
  }

  #compare(replica: Seen): ReplicaStatus {
    if (!replica.isReplica || replica.lsn === null) return 'promoted';
    if (this.#identity !== undefined && this.#identity !== identityOf(replica)) return 'foreign';
    this.#replayed = logPosition(replica.lsn);
    const reached = this.#marks.findLastIndex(({ position }) => position <= this.#replayed);
    this.#asOf = this.#marks[reached]?.at ?? this.#asOf;
    this.#marks = this.#marks.slice(Math.max(reached, 0));
    return performance.now() - this.#asOf <= this.#oldest ? 'following' : 'behind';
  }

  #become(status: ReplicaStatus): void {
    if (this.#isClosed || status === this.#status) return;
    this.#status = status;
    if (status === 'away') this.#lose();
    this.#onChange(status);
  }

  /** Resets the replayed position, because a replica that returns may have to replay changes again that it had replayed before. */
  #lose(): void {
    this.#replayed = 0n;
    this.#asOf = Number.NEGATIVE_INFINITY;
    for (const giveUp of this.#waiting) giveUp(new Error('the replica is away'));
  }
}

function identityOf({ system, database }: Seen): string {
  return `${system} ${database}`;
}
