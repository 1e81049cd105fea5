import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Passwords } from './accounts/passwords.ts';
import type { Tokens } from './accounts/tokens.ts';
import type { Config } from './config.ts';
import type { ReadDatabase } from './database/read-database.ts';
import type { Database } from './database/schema.ts';
import type { Limits } from './http/limits.ts';
import type { Metrics } from './metrics.ts';
import type { LiveGraph } from './offers/live-graph.ts';
import type { PaymentProvider } from './payments/providers/provider.ts';
import type { Sandbox } from './payments/providers/sandbox.ts';

/** The server with Zod as its schema language. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** What features work with; tests build the same app on other parts. */
export interface Dependencies {
  readonly config: Config;
  readonly db: Kysely<Database>;
  readonly pool: pg.Pool;
  /** Where reads are asked that may be a second old. */
  readonly reads: ReadDatabase;
  readonly tokens: Tokens;
  readonly passwords: Passwords;
  readonly limits: Limits;
  /** Undefined in production without keys: nobody can be asked to pay there. */
  readonly provider: PaymentProvider | undefined;
  /** The provider, where it is the local stand-in. */
  readonly sandbox: Sandbox | undefined;
  /** Everybody's active requests, to find rings in. */
  readonly graph: LiveGraph;
  /** Undefined where nobody watches. */
  readonly metrics?: Metrics | undefined;
  /** Does something after the answer; what fails is done again by the reconciler. */
  readonly background: (work: () => Promise<void>) => void;
  /** Says that a plan waits for somebody to work on it. */
  readonly planQueued: () => Promise<void>;
  /** Where log lines go; to standard output unless given. */
  readonly log?: { readonly write: (line: string) => void };
  /** The present moment. */
  readonly now: () => Date;
}
