import {
  administrator,
  administratorList,
  type NewAdministrator,
  newAdministrator,
} from '@mutual-transfer/domain/administration/administrator';
import { confirmation } from '@mutual-transfer/domain/problem';
import { districtByName } from '@mutual-transfer/domain/reference/places';
import { writeAudit } from '../../accounts/audit.ts';
import type { AccountDependencies } from '../../accounts/dependencies.ts';
import { refuseWeakPassword } from '../../accounts/passwords/passwords.ts';
import { byId } from '../../http/by-id.ts';
import type { App } from '../../http/dependencies.ts';
import { say } from '../../http/responses/answers.ts';
import { once } from '../../http/turns/idempotency.ts';
import { createAdministrator, eraseAdministrator } from '../../members/administrators.ts';
import { findAdministrator, findAdministrators } from './administrators.queries.ts';

const config = { policy: 'state' } as const;

export function administratorRoutes(
  app: App,
  dependencies: Pick<AccountDependencies, 'db' | 'now' | 'passwords'>,
): void {
  const { db, passwords, now } = dependencies;
  app.get(
    '/api/admin/administrators',
    { config, schema: { summary: 'List administrators', response: { 200: administratorList } } },
    async () => ({ administrators: await findAdministrators(db) }),
  );

  app.post(
    '/api/admin/administrators',
    {
      config: { ...config, idempotency: 'secret', problems: ['email_taken'] },
      schema: {
        summary: 'Create an administrator of the state or of districts',
        body: newAdministrator,
        response: { 201: administrator },
      },
    },
    async (request, reply) => {
      const { name, email, password, ...post } = request.body;
      refuseWeakPassword('password', password, { name, email, phone: null });
      return once(dependencies, request, reply, {
        prepare: () => passwords.hash(password),
        change: async (transaction, passwordHash) => {
          const made = { name, email, passwordHash, ...post, administers: districtCodes(post) };
          const subjectId = await createAdministrator(transaction, made, now());
          const details = { role: post.role, districts: post.districts };
          await writeAudit(
            transaction,
            request,
            { action: 'administrator.create', subjectId, details },
            now(),
          );
          return subjectId;
        },
        outcome: (id) => ({ status: 201, ids: { id } }),
        render: ({ id }) => findAdministrator(db, id),
      });
    },
  );

  app.delete(
    '/api/admin/administrators/:id',
    {
      config: { ...config, problems: ['not_found', 'last_administrator'] },
      schema: {
        summary: 'Erase an administrator, unless it is the last one of the state',
        params: byId,
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

/** Returns the codes of the districts; null for the whole state. */
function districtCodes({ role, districts }: Pick<NewAdministrator, 'role' | 'districts'>): string[] | null {
  if (role === 'state') return null;
  return [...new Set(districts.flatMap((name) => districtByName(name)?.code ?? []))];
}
