import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { PgBoss } from 'pg-boss';
import type { PaperDesk } from './agreements/papers/paper-printer.ts';
import type { LiveGraph } from './matching/graph/live-graph.ts';
import type { Channel } from './notices/channels/channel.ts';
import type { Mailer } from './notices/channels/mailer.ts';
import type { LinkTokens, NoticeLinks } from './notices/signed-links.ts';
import type { PaymentProvider } from './payments/providers/provider.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/database/tables.ts';
import type { KeyedHash } from './platform/keyed-hash.ts';
import type { Limits } from './platform/limits.ts';
import type { PaidMessages } from './platform/paid-messages.ts';
import type { DistanceBetween } from './platform/places.ts';
import type { Rulebook } from './platform/rules.ts';
import type { Tokens } from './platform/tokens.ts';
import type { Passwords } from './sign-in/passwords.ts';
import type { Proofs } from './sign-in/proof-of-work.ts';
import type { SmsSender } from './sign-in/sms.ts';

/** Fastify instance with Zod as its schema language. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

declare module 'fastify' {
  interface FastifyInstance {
    /** For the wrappers of handlers, which are declared where a route is. */
    dependencies: Dependencies;
  }
}

/** Receiver of the measurements of calls. */
export interface CallMetrics {
  /** Records the duration of a call in seconds. */
  callTook: (call: { method: string; route: string; status: number }, seconds: number) => void;
  /** Counts a call that was answered as a repeat of an earlier call with the same `Idempotency-Key`. */
  callReplayed: (route: string) => void;
}

/** What routes use of this process. Every folder takes this one object; tests build the same app with other implementations. */
export interface Dependencies {
  config: Config;
  db: Kysely<Database>;
  pool: pg.Pool;
  limits: Limits;
  now: () => Date;
  /** Reads the current swap rules. */
  rulebook: Rulebook;
  /** Runs work after the response. A scheduled job repeats work that failed. */
  background: (work: () => Promise<void>) => void;
  /** Returns true while the process answers all calls: it has read all offers and reads their changes, and no shutdown has begun. */
  isReady: () => boolean;

  tokens: Tokens;
  passwords: Passwords;
  proofs: Proofs;
  /** Keyed hash of values that are compared and must not be revealed. */
  keyedHash: KeyedHash;
  /** Undefined if no codes can be sent to phones, so that no teacher can prove their number. */
  sms: SmsSender | undefined;
  /** Totals of messages that cost money. */
  paidMessages: PaidMessages;
  /** Undefined if no e-mail is sent. */
  mailer: Mailer | undefined;
  /** Configured channels of notices. If there are none, notices are shown only in the product. */
  channels: readonly Channel[];
  links: NoticeLinks & LinkTokens;

  /** Offers of all active requests. */
  graph: LiveGraph;
  /** Returns the approximate distance between two blocks. */
  distanceBetween: DistanceBetween;

  /** Started job queue, which contains the plans to compute. */
  boss: PgBoss;
  /** Makes the planner check the queue at once. */
  planQueued: () => Promise<void>;
  /** Triggers a scan of deadlines, held requests and rounds. A lost call is harmless: a scan runs every minute. */
  agreementsDue: () => Promise<void>;
  /** Prints papers. Closing the app closes it. */
  paperDesk: PaperDesk;
  /** Undefined in production without keys; payment cannot be required then. */
  provider: PaymentProvider | undefined;

  /** Undefined if no `METRICS_PORT` is configured. */
  metrics?: CallMetrics | undefined;
  /** Destination of log lines. Defaults to standard output. */
  log?: { write: (line: string) => void };
}
