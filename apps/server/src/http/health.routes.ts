import { sql } from 'kysely';
import { z } from 'zod';
import type { App, Dependencies } from '../dependencies.ts';
import { AppError } from '../platform/errors.ts';
import { release } from '../platform/release.ts';

const RETRY_AFTER_SECONDS = 2;

const status = z.strictObject({ status: z.literal('ok') });
const health = status.extend({ version: z.string(), commit: z.string() });

export function healthRoutes(app: App, { db, isReady }: Dependencies): void {
  app.get(
    '/api/health',
    {
      config: { policy: 'open', isUnmetered: 'machine' },
      schema: {
        summary: 'Check that the process answers, and with which version',
        response: { 200: health },
      },
    },
    () => ({ status: 'ok' as const, ...release }),
  );

  app.get(
    '/api/ready',
    {
      config: { policy: 'open', isUnmetered: 'machine' },
      schema: {
        summary:
          'Check that the process answers all calls: it has read all offers and reads their changes, the database answers, and it is not leaving',
        response: { 200: status },
      },
    },
    async () => {
      await sql`select 1`.execute(db);
      if (!isReady()) throw new AppError('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
      return { status: 'ok' as const };
    },
  );
}
