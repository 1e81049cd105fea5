import {
  type Administrator,
  administratorListSchema,
  administratorSchema,
  type NewAdministrator,
  newAdministratorSchema,
} from '@mutual-transfer/domain/administration/administrator';
import { confirmationSchema } from '@mutual-transfer/domain/confirmation';
import { districtByName } from '@mutual-transfer/domain/reference/places';
import type { Kysely } from 'kysely';
import type { App, Dependencies } from '../dependencies.ts';
import { say } from '../http/answers.ts';
import { byId } from '../http/by-id.ts';
import { once } from '../http/idempotency.ts';
import { signedIn } from '../http/policy.ts';
import { inTurn, writeInTurn } from '../http/turns.ts';
import { writeAudit } from '../people/audit.ts';
import { createAdministrator, eraseAdministrator } from '../people/members.ts';
import { presentAdministration } from '../people/present.ts';
import type { Database } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';
import { refuseWeakPassword } from '../sign-in/passwords.ts';

/** @throws {AppError} `not_found`. */
async function findAdministrator(db: Kysely<Database>, id: string): Promise<Administrator> {
  const found = (await findAdministrators(db)).find(({ _id }) => _id === id);
  if (found === undefined) throw new AppError('not_found');
  return found;
}

async function findAdministrators(db: Kysely<Database>): Promise<Administrator[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'created_at', 'administers', 'office', 'designation'])
    .where('role', '=', 'admin')
    .orderBy('id')
    .execute();
  return rows.map(({ id, name, email, created_at, designation, ...row }) => ({
    _id: id,
    name,
    email,
    designation,
    ...presentAdministration(row),
    createdAt: created_at.toISOString(),
  }));
}

const config = { policy: 'state' } as const;

export function administratorRoutes(app: App, dependencies: Dependencies): void {
  const { db, passwords, now } = dependencies;
  app.get(
    '/api/admin/administrators',
    { config, schema: { summary: 'List administrators', response: { 200: administratorListSchema } } },
    inTurn(async () => ({ administrators: await findAdministrators(db) })),
  );

  app.post(
    '/api/admin/administrators',
    {
      config: { ...config, idempotency: 'secret' },
      schema: {
        summary: 'Create an administrator of the state or of districts',
        body: newAdministratorSchema,
        response: { 201: administratorSchema },
      },
    },
    writeInTurn(async (request, reply) => {
      const { name, email, password, ...post } = request.body;
      refuseWeakPassword('password', password, { name, email, phone: null });
      return once(request, reply, {
        change: async (commit) => {
          const passwordHash = await passwords.hash(password);
          return commit(async (transaction) => {
            const createdBy = signedIn(request).userId;
            const made = { name, email, passwordHash, ...post, administers: districtCodes(post), createdBy };
            const id = await createAdministrator(transaction, made, now());
            const details = { role: post.role, districts: post.districts };
            const entry = { action: 'administrator.create', subjectId: id, details } as const;
            await writeAudit(transaction, request, entry, now());
            return { status: 201, ids: { id } };
          });
        },
        answer: ({ id }) => findAdministrator(db, id),
      });
    }),
  );

  app.delete(
    '/api/admin/administrators/:id',
    {
      config,
      schema: {
        summary: 'Erase an administrator, unless it is the last one of the state',
        params: byId,
        response: { 200: confirmationSchema },
      },
    },
    writeInTurn(async (request) => {
      const { id } = request.params;
      await db.transaction().execute(async (transaction) => {
        await writeAudit(transaction, request, { action: 'administrator.erase', subjectId: id }, now());
        await eraseAdministrator(transaction, id);
      });
      return { message: say(request, 'done.administratorErased') };
    }),
  );
}

/** Returns the codes of the districts; null for the whole state. */
function districtCodes({ role, districts }: Pick<NewAdministrator, 'role' | 'districts'>): string[] | null {
  if (role === 'state') return null;
  return [...new Set(districts.flatMap((name) => districtByName(name)?.code ?? []))];
}
