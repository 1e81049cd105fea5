import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Kysely, Transaction } from 'kysely';
import type pg from 'pg';
import type { Config } from '../config.ts';
import type { ReadDatabase } from '../database/read-database.ts';
import type { Database } from '../database/schema.ts';
import type { Limits } from '../limits/limits.ts';
import type { DistanceBetween } from '../places/distances.ts';
import type { PlaceOutlines } from '../places/read-outlines.ts';
import type { Rulebook } from '../rules/rulebook.ts';

/** The server with Zod as its schema language. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/**
 * What rooms above must end in the transaction in which something of a teacher ends or changes, as its first step: see
 * `agreements/endings.ts`.
 */
export interface Endings {
  /** Before an account is erased or deactivated. */
  readonly accountEnds: (transaction: Transaction<Database>, userId: string, now: Date) => Promise<void>;
  /** After an account was erased, in the same transaction: what names it elsewhere goes too. */
  readonly accountIsErased: (transaction: Transaction<Database>, userId: string) => Promise<void>;
  /** Before a request changes its status or goes. @throws {AppError} `request_in_agreement`. */
  readonly requestEnds: (
    transaction: Transaction<Database>,
    request: { readonly userId: string; readonly id: string },
    now: Date,
  ) => Promise<void>;
  /**
   * Before a change of an account or of what its requests ask for. @returns what is to be called after it, in the same transaction.
   */
  readonly accountChanges: (
    transaction: Transaction<Database>,
    userId: string,
  ) => Promise<(now: Date) => Promise<void>>;
  /** Before one teacher blocks another. */
  readonly teachersPart: (
    transaction: Transaction<Database>,
    pair: { readonly userId: string; readonly otherId: string },
    now: Date,
  ) => Promise<void>;
}

/** What every room works with; a room that needs more extends it in a `dependencies.ts` of its own. */
export interface CoreDependencies {
  readonly config: Config;
  readonly db: Kysely<Database>;
  readonly pool: pg.Pool;
  /** For reads that may be a second old. */
  readonly reads: ReadDatabase;
  readonly limits: Limits;
  /** The rules of a swap, as they are today. */
  readonly rulebook: Rulebook;
  /** About how far two blocks lie from each other. */
  readonly distanceBetween: DistanceBetween;
  /** What maps are drawn from; undefined: from tiles. */
  readonly outlines: PlaceOutlines | undefined;
  /** Runs work after the response; the reconciler repeats what fails. */
  readonly background: (work: () => Promise<void>) => void;
  readonly endings: Endings;
  /** The present moment. */
  readonly now: () => Date;
}
