import { phoneSchema } from '@mutual-transfer/domain/accounts/credentials';
import type { LeakList, LeakNotice, NewLeakNotice } from '@mutual-transfer/domain/administration/leak-notice';
import { allLanguages, DEFAULT_LANGUAGE } from '@mutual-transfer/domain/language/language';
import { typedContact } from '@mutual-transfer/domain/language/typed-values';
import { kindOfNotice } from '@mutual-transfer/domain/notices/notice-kinds';
import type { PageQuery } from '@mutual-transfer/domain/query-parameters';
import type { FastifyRequest } from 'fastify';
import { sql, type Transaction } from 'kysely';
import { validate as isUuid, v7 as newId } from 'uuid';
import { signedIn } from '../http/policy.ts';
import type { Channel } from '../notices/channels/channel.ts';
import { createNotices } from '../notices/notices.ts';
import { writeAudit } from '../people/audit.ts';
import { readPage } from '../platform/database/read-page.ts';
import type { Database, Db } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';
import { mapInTurns } from '../platform/map-in-turns.ts';

type LookedAt = NonNullable<NewLeakNotice['lookedAt']>;

/** Whom a leak concerns, as the call names it: ids, email addresses and phone numbers in each line of a list, or who looked. */
type NamedByCall = { lines: string[][] } | { lookedAt: LookedAt };

/** Accounts that a leak concerns, the number of lines of a list in which no account was found, and what is stored about where they come from. */
interface Concerned {
  ids: string[];
  unknown: number;
  source: { list: true } | LookedAt;
}

/** Reads whom a call names. A list is long, so this is done before a transaction is begun. */
export async function namedBy({ list = '', lookedAt }: NewLeakNotice): Promise<NamedByCall> {
  if (lookedAt !== undefined) return { lookedAt };
  const lines = await mapInTurns(list.split(/[\r\n]+/), keysOf);
  return { lines: lines.filter((keys) => keys.length > 0) };
}

/** Returns the accounts that a leak concerns. @throws {AppError} `validation_failed` if there are none, or the account that looked is unknown. */
export async function findConcerned(db: Db, named: NamedByCall): Promise<Concerned> {
  const concerned =
    'lines' in named ? await findListed(db, named.lines) : await findLookedAt(db, named.lookedAt);
  if (concerned.ids.length > 0) return concerned;
  const field = 'lines' in named ? 'list' : 'lookedAt.account';
  throw new AppError('validation_failed', { fields: { [field]: 'leak.noRecipients' } });
}

/** Returns the accounts of the lines, each of which names one in any of its cells. */
async function findListed(db: Db, lines: string[][]): Promise<Concerned> {
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
    source: { list: true },
  };
}

const LONGEST_CELL = 300;

/** Returns the ids, email addresses and phone numbers of a line, as they are stored. */
function keysOf(line: string): string[] {
  return line.split(/[,;\t|]/).flatMap((cell) => {
    // A longer cell names no account. Searching its end for spaces would take quadratic time.
    const text = cell.slice(0, LONGEST_CELL).replaceAll(/^[\s"']+|[\s"']+$/g, '');
    if (isUuid(text)) return [text.toLowerCase()];
    const contact = typedContact(text);
    return contact.includes('@') || phoneSchema.safeParse(contact).success ? [contact] : [];
  });
}

/**
 * Returns the accounts whose data the calls of an account, or from an address, showed: those named by the audit log, the opened contacts,
 * and the ids in the paths of the calls. Of an address also the accounts that were used from there. The opened contacts keep no full
 * address, and that for two days only, so those of every account that called from the address are taken.
 */
async function findLookedAt(db: Db, { account, address, from, until }: LookedAt): Promise<Concerned> {
  const viewer = account === undefined ? null : await findViewer(db, account);
  const place = address ?? null;
  const by = (viewerColumn: string) => sql`
    (${viewer}::uuid is null or ${sql.ref(viewerColumn)} = ${viewer}) and (${place}::text is null or address = ${place})`;
  const { rows } = await sql<{ id: string }>`
    with callers as (
      select account_id as id from access_log
      where address = ${place} and happened_at between ${from} and ${until} and ${by('account_id')}
    ), viewers as (
      select ${viewer}::uuid as id where ${place}::text is null
      union
      select id from callers
    ), shown as (
      select jsonb_array_elements_text(details -> 'people')::uuid as id from audit_log
      where action = 'look.people' and happened_at between ${from} and ${until} and ${by('actor_id')}
      union
      select subject_id from audit_log
      where (action like 'look.%' or action like 'impersonated %') and happened_at between ${from} and ${until} and ${by('actor_id')}
      union
      select seen_id from contact_views join viewers on viewers.id = viewer_id
      where opened_at <= ${until} and seen_at >= ${from}
      union
      select (regexp_match(path, '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'))[1]::uuid from access_log
      where happened_at between ${from} and ${until} and ${by('account_id')}
      union
      select account_id from access_log where impersonator_id = ${viewer} and happened_at between ${from} and ${until}
      union
      select id from callers
    )
    select users.id from users join shown using (id) where users.id is distinct from ${viewer}::uuid order by users.id`.execute(
    db,
  );
  return {
    ids: rows.map(({ id }) => id),
    unknown: 0,
    source: {
      ...(viewer === null ? {} : { account: viewer }),
      ...(address === undefined ? {} : { address }),
      from,
      until,
    },
  };
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

/** Returns how many of these accounts the configured channels reach by e-mail or SMS, and how many by SMS. */
export async function countOutside(
  db: Db,
  channels: readonly Channel[],
  ids: readonly string[],
): Promise<{ outside: number; sms: number }> {
  const hasMail = channels.some(({ name }) => name === 'email');
  const texts = channels.find(({ name }) => name === 'sms');
  const sms = kindOfNotice('leak').sms?.({});
  const languages = allLanguages().filter((language) => texts?.takes?.({ sms }, language));
  const { rows } = await sql<{ outside: number; sms: number }>`
    select count(*) filter (where by_mail or by_sms)::int as outside, count(*) filter (where by_sms)::int as sms
    from users, lateral (select
      ${hasMail} and email_confirmed_at is not null and email_stopped_at is null
        and email_bounced_at is null as by_mail,
      phone is not null and verified_how is not distinct from 'phone_code'
        and coalesce(language, ${DEFAULT_LANGUAGE}) = any(${languages}::text[]) as by_sms) as reached
    where id = any(${ids}::uuid[]) and is_active`.execute(db);
  return rows[0] ?? { outside: 0, sms: 0 };
}

/** Records a notice with its recipients. The job that sends it creates their notices. @returns its id. */
export async function recordLeak(
  transaction: Transaction<Database>,
  request: FastifyRequest,
  { texts, named }: { texts: NewLeakNotice['texts']; named: NamedByCall },
  now: Date,
): Promise<string> {
  const { ids, source } = await findConcerned(transaction, named);
  const id = newId({ msecs: now.getTime() });
  await transaction
    .insertInto('leak_notices')
    .values({
      id,
      texts: JSON.stringify(texts),
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
  const details = { leak: id, recipients: ids.length, texts, source };
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
      sql<string | null>`(select name from users where id = (source ->> 'account')::uuid)`.as('viewer'),
    ]);
}

type LeakRow = Awaited<ReturnType<ReturnType<typeof leakRows>['executeTakeFirstOrThrow']>>;

function present(row: LeakRow): LeakNotice {
  return {
    _id: row.id,
    texts: row.texts,
    source: 'list' in row.source ? 'list' : sourceText(row.source, row.viewer),
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by && row.creator !== null ? { _id: row.created_by, name: row.creator } : null,
    recipients: row.recipients,
    told: row.told,
  };
}

/** @param viewer Name of the account that looked; null without one, and if it was erased. */
function sourceText({ account, address, from, until }: LookedAt, viewer: string | null): string {
  return [viewer ?? account, address, from, until].filter((part) => part !== undefined).join(' · ');
}
