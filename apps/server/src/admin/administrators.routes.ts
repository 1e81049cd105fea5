import { administratorList, newAdministrator } from '@mutual-transfer/domain/administration/administration';
import { confirmation } from '@mutual-transfer/domain/problem';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { writeAudit } from '../accounts/audit.ts';
import type { AccountDependencies } from '../accounts/dependencies.ts';
import { refuseWeakPassword } from '../accounts/passwords/passwords.ts';
import type { Database } from '../database/schema.ts';
import { say } from '../http/answers.ts';
import type { App } from '../http/dependencies.ts';
import { once } from '../http/idempotency.ts';
import { createAdministrator, eraseAdministrator } from '../members/administrators.ts';

const config = { policy: 'admin' } as const;

/** Registers the management of administrators. */
export function administratorRoutes(app: App, dependencies: AccountDependencies): void {
  const { db, passwords, now } = dependencies;
  app.get(
    '/api/admin/administrators',
    { config, schema: { summary: 'The administrators', response: { 200: administratorList } } },
    async () => ({ administrators: await findAdministrators(db) }),
  );

  app.post(
    '/api/admin/administrators',
    {
      config: { ...config, idempotency: 'secret' },
      schema: {
        summary: 'Make an administrator',
        body: newAdministrator,
        response: { 201: administratorList },
      },
    },
    async (request, reply) => {
      const { name, email, password } = request.body;
      refuseWeakPassword('password', password, { name, email, phone: null });
      return once(dependencies, request, reply, {
        change: async (keyed) => {
          const passwordHash = await passwords.hash(password);
          await keyed.transaction().execute(async (transaction) => {
            const subjectId = await createAdministrator(transaction, { name, email, passwordHash }, now());
            await writeAudit(transaction, request, { action: 'administrator.create', subjectId }, now());
          });
        },
        outcome: () => ({ status: 201, ids: {} }),
        render: async () => ({ administrators: await findAdministrators(db) }),
      });
    },
  );

  app.delete(
    '/api/admin/administrators/:id',
    {
      config,
      schema: {
        summary: 'Erase an administrator, unless it is the last one',
        params: z.strictObject({ id: z.uuid() }),
        response: { 200: confirmation },
      },
    },
    async (request) => {
      const { id } = request.params;
      await db.transaction().execute(async (transaction) => {
        await writeAudit(transaction, request, { action: 'administrator.erase', subjectId: id }, now());
        await eraseAdministrator(transaction, id);
      });
      return { message: say(request, 'done.administratorErased') };
    },
  );
}

async function findAdministrators(db: Kysely<Database>) {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'created_at'])
    .where('role', '=', 'admin')
    .orderBy('id')
    .execute();
  return rows.map(({ id, name, email, created_at }) => ({
    _id: id,
    name,
    email,
    createdAt: created_at.toISOString(),
  }));
}
