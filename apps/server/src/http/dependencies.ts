import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Config } from '../config.ts';
import type { Database } from '../database/tables.ts';
import type { Limits } from '../limits/limits.ts';
import type { Rulebook } from '../rules/rulebook.ts';

/** Fastify instance with Zod as its schema language. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** Dependencies of every folder of `src`. A folder that needs more extends this interface in its own `dependencies.ts`. */
export interface CoreDependencies {
  readonly config: Config;
  readonly db: Kysely<Database>;
  readonly pool: pg.Pool;
  readonly limits: Limits;
  /** Reads the current swap rules. */
  readonly rulebook: Rulebook;
  /** Runs work after the response. A scheduled job repeats work that failed. */
  readonly background: (work: () => Promise<void>) => void;
  readonly now: () => Date;
}
