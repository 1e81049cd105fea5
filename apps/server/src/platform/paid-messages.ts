import type { Kysely } from 'kysely';
import type { Config } from './config.ts';
import { type Count, SharedCounter } from './counters.ts';
import type { Database } from './database/tables.ts';
import { AppError } from './errors.ts';

/**
 * `all`: every paid message. `strangers`: those to numbers that visitors name, which may have no account. `own`: those that accounts request
 * for their own number, which nobody has proved yet.
 */
export type PaidGroup = (typeof paidGroups)[number];

export const paidGroups = ['all', 'strangers', 'own'] as const;

/** Counts of the last 24 hours, over all server processes. */
export interface PaidCount {
  sent: number;
  allowed: number;
}

const DAY = 24 * 3_600;

/**
 * Totals of messages that cost money. The budgets of callers bound what each address or account causes, and not what a thousand of them
 * cause together.
 */
export class PaidMessages {
  readonly #counter: SharedCounter;
  readonly #allowed: Readonly<Record<PaidGroup, number>>;
  readonly #onSpent: (error: Error) => void;

  /** @param onSpent Called when a total is reached: once a day, unless messages are taken back. */
  constructor(
    db: Kysely<Database>,
    { paidMessagesADay }: Pick<Config, 'paidMessagesADay'>,
    onSpent: (error: Error) => void,
  ) {
    this.#counter = new SharedCounter(db, 'paid-messages', DAY);
    this.#allowed = paidMessagesADay;
    this.#onSpent = onSpent;
  }

  /** Counts a message, before it is sent. */
  async count(group: PaidGroup): Promise<void> {
    const { points } = await this.#counter.add(group, 1);
    const allowed = this.#allowed[group];
    if (points === allowed)
      this.#onSpent(
        new Error(
          `${allowed} paid messages to ${group} were sent within a day: codes cost a dearer proof now`,
        ),
      );
  }

  /** Takes back the count of a message that was not sent. */
  async takeBack(group: PaidGroup): Promise<void> {
    await this.#counter.add(group, -1);
  }

  /** Returns true while a total is reached, so that a proof of work is dearer. */
  async isDear(): Promise<boolean> {
    return (await this.#counts(paidGroups)).some(isReached);
  }

  async read(group: PaidGroup): Promise<PaidCount> {
    return { sent: (await this.#counter.read(group)).points, allowed: this.#allowed[group] };
  }

  /**
   * Returns `dear` beyond the total of one of the groups: a code then costs a dearer proof of work.
   *
   * @throws {AppError} `rate_limited` beyond twice a total: codes wait.
   */
  async admit(groups: readonly PaidGroup[]): Promise<'open' | 'dear'> {
    const counts = await this.#counts(groups);
    const waiting = counts.filter(({ points, allowed }) => points >= 2 * allowed);
    if (waiting.length > 0) {
      const milliseconds = Math.max(...waiting.map((count) => count.milliseconds));
      throw new AppError('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(milliseconds / 1_000)) });
    }
    return counts.some(isReached) ? 'dear' : 'open';
  }

  #counts(groups: readonly PaidGroup[]): Promise<(Count & { allowed: number })[]> {
    return Promise.all(
      groups.map(async (group) => ({ ...(await this.#counter.read(group)), allowed: this.#allowed[group] })),
    );
  }
}

function isReached({ points, allowed }: Count & { allowed: number }): boolean {
  return points >= allowed;
}
