import type { LeakList, LeakNotice, NewLeakNotice } from '@mutual-transfer/domain/administration/leak-notice';
import { typedContact } from '@mutual-transfer/domain/language/typed-values';
import type { PageQuery } from '@mutual-transfer/domain/query-parameters';
import type { FastifyRequest } from 'fastify';
import { sql, type Transaction } from 'kysely';
import { validate as isUuid, v7 as newId } from 'uuid';
import { signedIn } from '../http/policy.ts';
import { createNotices } from '../notices/notices.ts';
import { writeAudit } from '../people/audit.ts';
import { readPage } from '../platform/database/read-page.ts';
import type { Database, Db } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';

/** Accounts that a leak concerns, and the number of lines of a list in which no account was found. */
interface Concerned {
  ids: string[];
  unknown: number;
}

/** Returns the accounts that a leak concerns. @throws {AppError} `validation_failed` if there are none, or the account that looked is unknown. */
export async function findConcerned(db: Db, { list = '', lookedAt }: NewLeakNotice): Promise<Concerned> {
  const concerned =
    lookedAt === undefined
      ? await findListed(db, list)
      : { ids: await findLookedAt(db, lookedAt), unknown: 0 };
  if (concerned.ids.length > 0) return concerned;
  const field = lookedAt === undefined ? 'list' : 'lookedAt.account';
  throw new AppError('validation_failed', { fields: { [field]: 'leak.noRecipients' } });
}

/** Returns the accounts of the lines, each of which names one by id, email address or phone number in any of its cells. */
async function findListed(db: Db, list: string): Promise<Concerned> {
  const lines = list
    .split(/[\r\n]+/)
    .map(keysOf)
    .filter((keys) => keys.length > 0);
  const keys = [...new Set(lines.flat())];
  const { rows } = await sql<{ id: string; key: string }>`
    select users.id, key from unnest(${keys.filter((key) => isUuid(key))}::uuid[]) as named (id)
      join users on users.id = named.id, lateral (select users.id::text as key) as keys
    union all select users.id, email from users where email = any(${keys}::text[])
    union all select users.id, phone from users where phone = any(${keys}::text[])`.execute(db);
  const byKey = new Map(rows.map(({ id, key }) => [key, id]));
  const found = lines.map((line) => line.flatMap((key) => byKey.get(key) ?? []));
  return {
    ids: [...new Set(found.flat())],
    unknown: found.filter((ids) => ids.length === 0).length,
  };
}

/** Returns the ids, email addresses and phone numbers of a line, as they are stored. */
function keysOf(line: string): string[] {
  return line.split(/[,;\t|]/).flatMap((cell) => {
    const text = cell.replaceAll(/^[\s"']+|[\s"']+$/g, '').slice(0, 254);
    if (isUuid(text)) return [text.toLowerCase()];
    const contact = typedContact(text);
    return contact.includes('@') || /^[6-9]\d{9}$/.test(contact) ? [contact] : [];
  });
}

/**
 * Returns the accounts whose data the calls of an account, or from an address, showed: those named by the audit log, the opened contacts,
 * and the ids in the paths of the calls. Of an address also the accounts that were used from there.
 */
async function findLookedAt(
  db: Db,
  { account, address, from, until }: NonNullable<NewLeakNotice['lookedAt']>,
): Promise<string[]> {
  const viewer = account === undefined ? null : await findViewer(db, account);
  const by = (viewerColumn: string) => sql`
    (${viewer}::uuid is null or ${sql.ref(viewerColumn)} = ${viewer}) and (${address ?? null}::text is null or address = ${address ?? null})`;
  const { rows } = await sql<{ id: string }>`
    with shown as (
      select jsonb_array_elements_text(details -> 'people')::uuid as id from audit_log
      where action = 'look.people' and happened_at between ${from} and ${until} and ${by('actor_id')}
      union
      select subject_id from audit_log
      where (action like 'look.%' or action like 'impersonated %') and happened_at between ${from} and ${until} and ${by('actor_id')}
      union
      select seen_id from contact_views where opened_at <= ${until} and seen_at >= ${from} and ${by('viewer_id')}
      union
      select (regexp_match(path, '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'))[1]::uuid from access_log
      where happened_at between ${from} and ${until} and ${by('account_id')}
      union
      select account_id from access_log where impersonator_id = ${viewer} and happened_at between ${from} and ${until}
      union
      select account_id from access_log
      where ${address ?? null}::text is not null and happened_at between ${from} and ${until} and ${by('account_id')}
    )
    select users.id from users join shown using (id) where users.id is distinct from ${viewer}::uuid order by users.id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

async function findViewer(db: Db, named: string): Promise<string> {
  const contact = typedContact(named);
  const { rows } = await sql<{ id: string }>`
    select id from users where id = ${isUuid(named) ? named : null}::uuid or email = ${contact} or phone = ${contact}`.execute(
    db,
  );
  const [found] = rows;
  if (found === undefined)
    throw new AppError('validation_failed', { fields: { 'lookedAt.account': 'leak.noAccount' } });
  return found.id;
}

/** Returns the number of these accounts that can be told outside the product. */
export async function countOutside(db: Db, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from users where id = any(${ids}::uuid[]) and is_active
      and ((email_confirmed_at is not null and email_stopped_at is null) or verified_how = 'phone_code')`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Records a notice with its recipients. The job that sends it creates their notices. @returns its id. */
export async function recordLeak(
  transaction: Transaction<Database>,
  request: FastifyRequest,
  input: NewLeakNotice,
  now: Date,
): Promise<string> {
  const { ids } = await findConcerned(transaction, input);
  const id = newId({ msecs: now.getTime() });
  const source = input.lookedAt === undefined ? { list: true } : input.lookedAt;
  await transaction
    .insertInto('leak_notices')
    .values({
      id,
      texts: JSON.stringify(input.texts),
      source: JSON.stringify(source),
      recipients: ids.length,
      created_by: signedIn(request).userId,
      created_at: now,
    })
    .execute();
  // Accounts that are erased meanwhile are left out.
  await sql`
    insert into leak_recipients (leak_id, user_id)
    select ${id}, id from users where id = any(${ids}::uuid[]) order by id for key share`.execute(
    transaction,
  );
  const details = { leak: id, recipients: ids.length, texts: input.texts, source };
  await writeAudit(transaction, request, { action: 'leak.notify', details }, now);
  return id;
}

const BATCH = 500;

/** Creates the notices of recorded leaks in batches, each with its progress, so that a killed process loses and repeats nothing. */
export async function sendLeakNotices(db: Db, now: Date): Promise<void> {
  while (await db.transaction().execute((transaction) => sendBatch(transaction, now)));
}

async function sendBatch(transaction: Transaction<Database>, now: Date): Promise<boolean> {
  const waiting = await transaction
    .selectFrom('leak_recipients')
    .innerJoin('leak_notices', 'leak_notices.id', 'leak_id')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['leak_id', 'user_id', 'texts'])
    .where('told_at', 'is', null)
    .orderBy('user_id')
    .limit(BATCH)
    .modifyEnd(sql`for key share of users skip locked for update of leak_recipients skip locked`)
    .execute();
  if (waiting.length === 0) return false;
  const notices = waiting.map(({ user_id, texts }) => ({
    recipientId: user_id,
    content: { kind: 'leak', texts } as const,
  }));
  await createNotices(transaction, notices, now);
  await sql`
    update leak_recipients set told_at = ${now} where (leak_id, user_id) in (
      select * from unnest(${waiting.map(({ leak_id }) => leak_id)}::uuid[], ${waiting.map(({ user_id }) => user_id)}::uuid[]))`.execute(
    transaction,
  );
  return true;
}

/** Returns a page of the register, the newest first. */
export async function findLeaks(db: Db, query: PageQuery): Promise<LeakList> {
  const { rows, pagination } = await readPage(leakRows(db).orderBy('leak_notices.id', 'desc'), query);
  return { leaks: rows.map(present), pagination };
}

/** @throws {AppError} `not_found`. */
export async function findLeak(db: Db, id: string): Promise<LeakNotice> {
  return present(
    await leakRows(db)
      .where('leak_notices.id', '=', id)
      .executeTakeFirstOrThrow(() => new AppError('not_found')),
  );
}

function leakRows(db: Db) {
  return db
    .selectFrom('leak_notices')
    .leftJoin('users', 'users.id', 'created_by')
    .selectAll('leak_notices')
    .select([
      'users.name as creator',
      sql<number>`(select count(*)::int from leak_recipients where leak_id = leak_notices.id and told_at is not null)`.as(
        'told',
      ),
    ]);
}

type LeakRow = Awaited<ReturnType<ReturnType<typeof leakRows>['executeTakeFirstOrThrow']>>;

function present(row: LeakRow): LeakNotice {
  return {
    _id: row.id,
    texts: row.texts,
    source: 'list' in row.source ? 'list' : sourceText(row.source),
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by && row.creator !== null ? { _id: row.created_by, name: row.creator } : null,
    recipients: row.recipients,
    told: row.told,
  };
}

function sourceText({ account, address, from, until }: NonNullable<NewLeakNotice['lookedAt']>): string {
  return [account, address, from, until].filter((part) => part !== undefined).join(' · ');
}
