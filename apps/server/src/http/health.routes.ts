import { sql } from 'kysely';
import { z } from 'zod';
import type { App, CoreDependencies } from './dependencies.ts';

const status = z.strictObject({ status: z.literal('ok') });

export function healthRoutes(app: App, { db }: CoreDependencies): void {
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
      schema: { summary: 'The database answers too', response: { 200: status } },
    },
    async () => {
      await sql`select 1`.execute(db);
      return { status: 'ok' as const };
    },
  );
}
