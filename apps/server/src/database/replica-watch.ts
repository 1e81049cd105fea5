import type pg from 'pg';
import { LastingConnection } from './lasting-connection.ts';
import { type LogPosition, logPosition } from './log-position.ts';

/** Where it stands; `foreign`: it holds another database than the primary. `promoted`: it follows no primary, or never did. */
export type ReplicaStatus = 'following' | 'behind' | 'away' | 'promoted' | 'foreign';

/** How often the replica is asked for its position. */
const CHECK_INTERVAL_MS = 250;
/** Timeout of one check: a replica that hangs delays a read by at most this and the interval. */
const CHECK_TIMEOUT_MS = 500;
const MARKS_KEPT = 240;

interface WatchOptions {
  readonly primary: pg.ClientConfig;
  readonly replica: pg.ClientConfig;
  /** How old what it shows may be, in milliseconds. */
  readonly oldest: number;
  /** Told of every change of the status, when a check finds it. */
  readonly onChange: (status: ReplicaStatus) => void;
}

/** The primary's log had come so far at that moment (`performance.now()`), or further. */
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
const askPrimary = `select pg_current_wal_lsn() as lsn, ${identity} from pg_control_system()`;
const askReplica = `select pg_last_wal_replay_lsn() as lsn, pg_is_in_recovery() as "isReplica", ${identity} from pg_control_system()`;

/**
 * Knows how far a replica is behind its primary, by asking both a few times a second on connections of its own. Where the
 * primary's log was at a moment, and that the replica has replayed as far, says that the replica is at most as old as that
 * moment; no clock but this process's is looked at.
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

  /** Checks both, and again at each interval until closed. */
  async start(): Promise<void> {
    await this.#check();
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.start(), CHECK_INTERVAL_MS);
  }

  /** At most so many seconds of the primary's changes are missing there; infinite while it does not answer. */
  behind(): number {
    const isKnown = this.#status === 'following' || this.#status === 'behind';
    return isKnown ? (performance.now() - this.#asOf) / 1_000 : Number.POSITIVE_INFINITY;
  }

  /** It is young enough, and shows what was written up to that position. */
  shows(position: LogPosition | undefined): boolean {
    if (this.#status !== 'following' || performance.now() - this.#asOf > this.#oldest) return false;
    return position === undefined || position <= this.#replayed;
  }

  /** A read failed there: the replica gets no more reads until a check succeeds. */
  doubt(): void {
    this.#become('away');
  }

  /** What was asked of the replica; rejects at once, whatever it waits for, when the replica is found to be away. */
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
    // Without the primary nothing new is known: what was known of the replica ages.
    const primary = await this.#primary.ask<Seen>(askPrimary).catch(() => undefined);
    if (primary?.lsn) {
      this.#identity = identityOf(primary);
      this.#marks.push({ at, position: logPosition(primary.lsn) });
    }
    this.#marks = this.#marks.slice(-MARKS_KEPT);
    const replica = await this.#replica.ask<Seen>(askReplica).catch(() => undefined);
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

  /** One that comes back may have to replay again what it had shown before. */
  #lose(): void {
    this.#replayed = 0n;
    this.#asOf = Number.NEGATIVE_INFINITY;
    for (const giveUp of this.#waiting) giveUp(new Error('the replica is away'));
  }
}

function identityOf({ system, database }: Seen): string {
  return `${system} ${database}`;
}
