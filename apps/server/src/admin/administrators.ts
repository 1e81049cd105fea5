import {
  type Administrator,
  type AdministratorChange,
  administratorChangeSchema,
  administratorListSchema,
  administratorSchema,
  type NewAdministrator,
  newAdministratorSchema,
} from '@mutual-transfer/domain/administration/administrator';
import { confirmationSchema } from '@mutual-transfer/domain/confirmation';
import { districtByName } from '@mutual-transfer/domain/reference/places';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { App, Dependencies } from '../dependencies.ts';
import { say } from '../http/answers.ts';
import { byId } from '../http/by-id.ts';
import { once } from '../http/idempotency.ts';
import { signedIn } from '../http/policy.ts';
import { inTurn, writeInTurn } from '../http/turns.ts';
import {
  changeAdministrator,
  createAdministrator,
  eraseAdministrator,
  turnFactorOff,
} from '../people/administrators.ts';
import { writeAudit } from '../people/audit.ts';
import { findAccount } from '../people/members.ts';
import { presentAdministration } from '../people/present.ts';
import { wrongField } from '../people/profile-columns.ts';
import type { Database, UserRow } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';
import { refuseWeakPassword, storePassword, tellOfFactor, tellOfPassword } from '../sign-in/passwords.ts';
import { endSessions } from '../sign-in/sessions-of-account.ts';

/** @throws {AppError} `not_found`. */
async function findAdministrator(db: Kysely<Database>, id: string): Promise<Administrator> {
  const found = (await findAdministrators(db)).find(({ _id }) => _id === id);
  if (found === undefined) throw new AppError('not_found');
  return found;
}

async function findAdministrators(db: Kysely<Database>): Promise<Administrator[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'created_at', 'administers', 'office', 'designation', 'factor_on_at'])
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
            const made = { name, email, passwordHash, ...post, administers: districtCodes(post) };
            const by = { createdBy: signedIn(request).userId, isPasswordTemporary: true };
            const id = await createAdministrator(transaction, { ...made, ...by }, now());
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

  app.patch(
    '/api/admin/administrators/:id',
    {
      config,
      schema: {
        summary: 'Change an administrator, set a first password, or remove a lost second factor',
        params: byId,
        body: administratorChangeSchema,
        response: { 200: administratorSchema },
      },
    },
    writeInTurn(async (request) => {
      await change(dependencies, request, request.params.id, request.body);
      return findAdministrator(db, request.params.id);
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
        await eraseAdministrator(transaction, id, dependencies);
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

/** @throws {AppError} `not_found`; `forbidden` for the caller's own password or second factor; `last_administrator`. */
async function change(
  { db, passwords, keyedHash, now }: Dependencies,
  request: FastifyRequest,
  id: string,
  { password, removesFactor, ...input }: AdministratorChange,
): Promise<void> {
  const user = await findAccount(db, id);
  if (user?.role !== 'admin') throw new AppError('not_found');
  const isOwn = id === signedIn(request).userId;
  // They are changed with the present password, under Settings.
  if (isOwn && (password !== undefined || removesFactor))
    throw new AppError('forbidden', { message: 'factor.own' });
  if (password !== undefined) refuseWeakPassword('password', password, user);
  const password_hash = password === undefined ? undefined : await passwords.hash(password);
  const columns = columnsOf(user, input);
  await db.transaction().execute(async (transaction) => {
    await changeAdministrator(transaction, id, columns);
    if (removesFactor) {
      await turnFactorOff(transaction, id);
      await tellOfFactor(transaction, user, { by: 'office', now: now() });
      await endSessions(transaction, id, now());
      await writeAudit(transaction, request, { action: 'factor.off', subjectId: id }, now());
    }
    if (password_hash !== undefined) {
      await storePassword(transaction, keyedHash, { user, password_hash, isTemporary: true }, now());
      await tellOfPassword(transaction, user, { by: 'office', now: now() });
    }
    // Names of fields alone: the log outlives the account.
    const { role, districts } = input;
    const fields = [...Object.keys(input), ...(password === undefined ? [] : ['password'])];
    const details = { fields, ...(role && { role }), ...(districts && { districts }) };
    const entry = { action: 'administrator.change', subjectId: id, details } as const;
    await writeAudit(transaction, request, entry, now());
  });
}

/** Returns the columns to change. @throws {AppError} `validation_failed` if role and districts do not fit together. */
function columnsOf(
  user: UserRow,
  { role, districts, office, designation, name }: Omit<AdministratorChange, 'password' | 'removesFactor'>,
): Parameters<typeof changeAdministrator>[2] {
  const newRole = role ?? (user.administers === null ? 'state' : 'district');
  const newDistricts = districts ?? (role === 'state' ? [] : presentAdministration(user).districts);
  if (newRole === 'district' && newDistricts.length === 0) throw wrongField('districts', 'field.required');
  if (newRole === 'state' && newDistricts.length > 0) throw wrongField('districts', 'field.invalid');
  return {
    ...(name === undefined ? {} : { name }),
    ...(role === undefined && districts === undefined
      ? {}
      : { administers: districtCodes({ role: newRole, districts: newDistricts }) }),
    ...(office === undefined ? {} : { office: office || null }),
    ...(designation === undefined ? {} : { designation: designation || null }),
  };
}
