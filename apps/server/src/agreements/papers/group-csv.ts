import type { Language } from '@mutual-transfer/domain/language/language';
import { messagesIn, namesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import { blockByCode } from '@mutual-transfer/domain/reference/places';
import { subjectByCode } from '@mutual-transfer/domain/reference/subjects';
import { csvHead, csvLine } from '../../http/csv/csv.ts';
import { placeOfBlock } from '../../places/place-of-block.ts';
import type { PaperFacts, PaperMember } from './paper-facts.queries.ts';

/**
 * Returns the group sheet for the state's portal as CSV: one teacher per row in the order of the ring, plain-text cells, headings and
 * kinds of teachers in the viewer's language, official names of places and subjects.
 */
export function groupCsv({ agreement, members }: PaperFacts, language: Language): string {
  const lines = members.map((member, index) => {
    const next = members[(index + 1) % members.length];
    return csvLine([
      index + 1,
      ...personCells(member),
      next?.name,
      ...kindCells(agreement, member, language),
    ]);
  });
  return csvHead(messagesIn(language)('columns.group').split(',')) + lines.join('');
}

function personCells({ name, phone, email, schoolName, fromBlock, toBlock }: PaperMember): string[] {
  const [from, to] = [placeOfBlock(fromBlock), placeOfBlock(blockByCode(toBlock).code)];
  return [name, phone, email, schoolName, from.district, from.block, to.district, to.block];
}

function kindCells(
  { subject, class_range }: PaperFacts['agreement'],
  { category, batch }: PaperMember,
  language: Language,
) {
  const kind = category === null ? null : namesIn(language).category(category);
  return [subjectByCode(subject).name, class_range, kind, batch];
}
