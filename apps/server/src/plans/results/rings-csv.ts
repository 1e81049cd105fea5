import type { Language } from '@mutual-transfer/domain/language/language';
import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import { subjectByCode } from '@mutual-transfer/domain/reference/subjects';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { csvHead, csvLine } from '../../http/csv/csv.ts';
import { partsOfStratum, type StratumParts } from '../../offers/request-offer.ts';
import { placeOfBlock } from '../../places/place-of-block.ts';
import type { StoredRing } from './ring-batches.ts';
import { type Contact, findBatches, findContacts, readBatch } from './rings-csv.queries.ts';

/**
 * Yields the rings of a completed plan as CSV, batch by batch, with their numbers in the plan. Leaves out a ring if a member's account was
 * since deactivated or erased: the moves of the other members would reveal that member's place. The header is in the viewer's language.
 */
export async function* ringsCsv(
  db: Kysely<Database>,
  planId: string,
  language: Language,
): AsyncGenerator<string> {
  yield csvHead(messagesIn(language)('columns.rings').split(','));
  const batches = await findBatches(db, planId);
  let before = 0;
  for (const { batch } of batches) {
    const rings = await readBatch(db, planId, batch);
    const contacts = await findContacts(db, rings);
    const numbered = rings.map((ring, index) => ({ ring, number: before + index + 1 }));
    const whole = numbered.filter(({ ring }) => ring.members.every(({ userId }) => contacts.has(userId)));
    yield whole.map(({ ring, number }) => linesOf(ring, number, contacts)).join('');
    before += rings.length;
  }
}

function linesOf(
  { stratum, members }: StoredRing,
  number: number,
  contacts: ReadonlyMap<string, Contact>,
): string {
  const parts = partsOfStratum(stratum);
  const lines = members.map(({ userId, block }, index) => {
    const contact = contacts.get(userId);
    const from = placeOfBlock(block);
    const to = placeOfBlock(members[(index + 1) % members.length]?.block ?? block);
    const person = [contact?.name, contact?.phone, contact?.email, contact?.school_name];
    const places = [from.district, from.block, to.district, to.block];
    const kind = kindOf(parts, contact);
    return csvLine([number, index + 1, members.length, ...person, ...places, ...kind]);
  });
  return lines.join('');
}

/** Returns subject, class level and category of a row: those of the ring, or the teacher's own where the members of the ring may differ. */
function kindOf({ mixes, ...parts }: StratumParts, contact: Contact | undefined): (string | null)[] {
  const subject = mixes.includes('subject') ? contact?.subject : parts.subject;
  const classRange = mixes.includes('classRange') ? contact?.class_range : parts.classRange;
  const category = mixes.includes('category') ? contact?.category : parts.category;
  return [subject ? subjectByCode(subject).name : null, classRange ?? null, category ?? null];
}
