import { sql } from 'kysely';
import { z } from 'zod';
import type { App, CoreDependencies } from './dependencies.ts';

const status = z.strictObject({ status: z.literal('ok') });

const readiness = status.extend({
  lists: z
    .enum(['index', 'database'])
    .describe('Who answers lists and matches: the database, slower, until the process has read all offers'),
});

/** Registers the health routes. @param hasIndexes Returns `true` once lists and matches are served from this process's memory. */
export function healthRoutes(app: App, { db }: CoreDependencies, hasIndexes: () => boolean): void {
  app.get(
    '/api/health',
    {
      config: { policy: 'open', isUnmetered: true },
      schema: { summary: 'The process answers', response: { 200: status } },
    },
    () => ({ status: 'ok' as const }),
  );

  app.get(
    '/api/ready',
    {
      config: { policy: 'open', isUnmetered: true },
      schema: { summary: 'The database answers too', response: { 200: readiness } },
    },
    async () => {
      await sql`select 1`.execute(db);
      return { status: 'ok' as const, lists: hasIndexes() ? ('index' as const) : ('database' as const) };
    },
  );
}
