import { csvHead, csvLine } from '@mutual-transfer/domain/administration/csv-lines';
import type { Language } from '@mutual-transfer/domain/language/language';
import type { Messages } from '@mutual-transfer/domain/language/messages';
import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import { subjectByCode } from '@mutual-transfer/domain/reference/subjects';
import { classLevelCell } from '@mutual-transfer/domain/reference/teaching';
import { type Kysely, type SqlBool, sql } from 'kysely';
import { recordShown } from '../../people/visibility.ts';
import type { Database } from '../../platform/database/tables.ts';
import { AppError } from '../../platform/errors.ts';
import { placeOfBlock } from '../../platform/places.ts';
import type { Viewer } from '../../platform/sessions.ts';
import { partsOfStratum, type StratumParts } from '../index/request-offer.ts';
import { type StoredRing, unpackRings } from './stored-rings.ts';

/** Columns of a teacher in the export, read from the current account. */
interface Contact {
  name: string;
  phone: string | null;
  email: string;
  school_name: string | null;
  subject: string | null;
  class_range: string | null;
  category: string | null;
}

/**
 * Reads one batch of rings.
 *
 * @throws {AppError} `conflict` if the plan was deleted in the meantime, so that the download fails instead of ending early.
 */
async function readBatch(db: Kysely<Database>, planId: string, batch: number): Promise<StoredRing[]> {
  const row = await db
    .selectFrom('plan_rings')
    .select('rings')
    .where('plan_id', '=', planId)
    .where('lot', '=', batch)
    .executeTakeFirst();
  if (row === undefined) throw new AppError('conflict');
  return unpackRings(row.rings);
}

async function findContacts(
  db: Kysely<Database>,
  rings: readonly StoredRing[],
): Promise<Map<string, Contact>> {
  const ids = rings.flatMap(({ members }) => members.map(({ userId }) => userId));
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', 'phone', 'email', 'school_name', 'subject', 'class_range', 'category'])
    .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
    .where('is_active', '=', true)
    .execute();
  return new Map(rows.map(({ id, ...contact }) => [id, contact]));
}

/**
 * Yields the rings of a completed plan as CSV, batch by batch, with their numbers in the plan. Leaves out a ring if a member's account was
 * since deactivated or erased: the moves of the other members would reveal that member's place. The header is in the viewer's language.
 */
export async function* ringsCsv(
  db: Kysely<Database>,
  planId: string,
  { viewer, language }: { viewer: Viewer; language: Language },
): AsyncGenerator<string> {
  const say = messagesIn(language);
  yield csvHead(say('columns.rings').split(','));
  const batches = await db
    .selectFrom('plan_rings')
    .select('lot as batch')
    .where('plan_id', '=', planId)
    .orderBy('lot')
    .execute();
  let before = 0;
  for (const { batch } of batches) {
    const rings = await readBatch(db, planId, batch);
    const contacts = await findContacts(db, rings);
    const numbered = rings.map((ring, index) => ({ ring, number: before + index + 1 }));
    const whole = numbered.filter(({ ring }) => ring.members.every(({ userId }) => contacts.has(userId)));
    for (const { ring } of whole) for (const { userId } of ring.members) recordShown(viewer, userId);
    yield whole.map(({ ring, number }) => linesOf(ring, number, { contacts, say })).join('');
    before += rings.length;
  }
}

function linesOf(
  { stratum, members }: StoredRing,
  number: number,
  { contacts, say }: { contacts: ReadonlyMap<string, Contact>; say: Messages },
): string {
  const parts = partsOfStratum(stratum);
  const lines = members.map(({ userId, block }, index) => {
    const contact = contacts.get(userId);
    const from = placeOfBlock(block);
    const to = placeOfBlock(members[(index + 1) % members.length]?.block ?? block);
    const person = [contact?.name, contact?.phone, contact?.email, contact?.school_name];
    const places = [from.district, from.block, to.district, to.block];
    const kind = kindOf(parts, contact, say);
    return csvLine([number, index + 1, members.length, ...person, ...places, ...kind]);
  });
  return lines.join('');
}

/** Returns subject, class level and category of a row: those of the ring, or the teacher's own where the members of the ring may differ. */
function kindOf(
  { mixes, ...parts }: StratumParts,
  contact: Contact | undefined,
  say: Messages,
): (string | null)[] {
  const subject = mixes.includes('subject') ? contact?.subject : parts.subject;
  const classRange = mixes.includes('classRange') ? contact?.class_range : parts.classRange;
  const category = mixes.includes('category') ? contact?.category : parts.category;
  return [
    subject ? subjectByCode(subject).name : null,
    classRange ? classLevelCell(classRange, say) : null,
    category ?? null,
  ];
}
