import type { PaperLanguage } from '@mutual-transfer/domain/agreements/agreement';
import { allLanguages, DEFAULT_LANGUAGE, type Language } from '@mutual-transfer/domain/language/language';
import { messagesIn, namesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import { subjectByCode } from '@mutual-transfer/domain/reference/subjects';
import { placeOfBlock } from '../../platform/places.ts';
import { printedCode } from '../order-code.ts';
import type { PaperFacts, PaperMember } from './paper-facts.queries.ts';
import { PaperPage, type TableGroup } from './paper-page.ts';

/** Column widths as fractions of the page: number, teacher, designation and subject, from, to, code. */
const SHARES = [0.05, 0.21, 0.16, 0.22, 0.22, 0.14];
/** Height in points of the signature that must fit on the page of the sentence above it. */
const SIGNATURE_WITH_IT = 60;
const SIGNATURE_GAP = 36;
/** Height of the end of the order, which stands on a page with at least one group, so that no signature is on a sheet of its own. */
const CLOSING = SIGNATURE_WITH_IT + 40;

/** A group that an order names. */
export interface OrderedGroup {
  facts: Pick<PaperFacts, 'agreement' | 'members'>;
  /** Positions of the members whom the order names. */
  positions: readonly number[];
  /** Code of the order, and the address of the page that checks it; null in a preview. */
  check: { code: string; url: string } | null;
}

/** What the office states in an order. */
export interface OrderTexts {
  number: string;
  memo: string | undefined;
  /** As `YYYY-MM-DD`. */
  date: string;
  authority: string;
  copyTo: readonly string[];
}

/** Prints an order about groups. With both languages, each starts on its own page. */
export function orderPdf(
  order: OrderTexts,
  groups: readonly OrderedGroup[],
  wanted: PaperLanguage,
): Promise<Buffer> {
  // English is last because offices write in Hindi.
  const languages = wanted === 'both' ? allLanguages().toReversed() : [wanted];
  const [first = DEFAULT_LANGUAGE] = languages;
  const page = new PaperPage(messagesIn(first)('orderPaper.title'), first);
  for (const [index, language] of languages.entries()) {
    if (index > 0) page.nextPage();
    writeOrder(page, order, groups, language);
  }
  return page.finish(order.number);
}

function writeOrder(
  page: PaperPage,
  { number, memo, date, authority, copyTo }: OrderTexts,
  groups: readonly OrderedGroup[],
  language: Language,
): void {
  const say = messagesIn(language);
  const day = date.split('-').toReversed().join('.');
  const isPreview = groups.some(({ check }) => check === null);
  page.footnote(isPreview ? say('orderPaper.preview') : say('orderPaper.check'));
  if (isPreview) {
    page.paragraph(say('orderPaper.preview'), { isBold: true, align: 'center' });
    for (const { name } of withoutSchool(groups))
      page.paragraph(say('orderPaper.schoolUnknown', { name }), { isBold: true });
  }
  page.paragraph(authority, { size: 12, isBold: true, align: 'center' });
  page.paragraph(say('orderPaper.title'), { size: 16, isBold: true, align: 'center' });
  page.gap(6);
  page.paragraph(say('orderPaper.number', { number }));
  if (memo !== undefined) page.paragraph(say('orderPaper.memo', { memo }));
  page.paragraph(say('paper.date', { date: day }));
  page.gap(4);
  page.paragraph(say('orderPaper.subject'), { isBold: true });
  page.gap(4);
  page.paragraph(say('orderPaper.text'));
  page.gap(5);
  const heads = ['orderPaper.teacher', 'orderPaper.designation', 'orderPaper.from', 'orderPaper.to'] as const;
  page.groupedTable(
    [say('paper.number'), ...heads.map((head) => say(head)), say('orderPaper.code')],
    tableOf(groups, language),
    { shares: SHARES, below: CLOSING },
  );
  page.gap(6);
  page.paragraph(say('orderPaper.join'), { before: SIGNATURE_WITH_IT });
  page.gap(SIGNATURE_GAP);
  page.paragraph(authority, { align: 'right' });
  if (copyTo.length === 0) return;
  page.gap(8);
  page.paragraph(say('orderPaper.copyTo'), { isBold: true, before: SIGNATURE_GAP });
  for (const [index, office] of copyTo.entries()) page.paragraph(`${index + 1}. ${office}`);
}

/** Returns the members whose school the table names, although it is not known any more. */
function withoutSchool(groups: readonly OrderedGroup[]): PaperMember[] {
  return groups.flatMap(({ facts: { members }, positions }) => {
    const named = positions.flatMap((position) => [position, (position + 1) % members.length]);
    return members.filter(({ schoolName }, position) => schoolName === '' && named.includes(position));
  });
}

/** Returns the groups as parts of the table, with the members numbered through all of them. */
function tableOf(groups: readonly OrderedGroup[], language: Language): TableGroup[] {
  let number = 0;
  return groups.map(({ facts: { agreement, members }, positions, check }) => ({
    rows: positions.flatMap((position) => {
      const member = members[position];
      const next = members[(position + 1) % members.length];
      if (member === undefined || next === undefined) return [];
      number += 1;
      return [rowOf({ agreement, member, next }, number, language)];
    }),
    scanned: check?.url ?? null,
    caption: [agreement.number, ...(check === null ? [] : [printedCode(check.code)])].join('\n'),
  }));
}

interface Moving {
  agreement: PaperFacts['agreement'];
  member: PaperMember;
  /** The member whose place this one takes. */
  next: PaperMember;
}

function rowOf({ agreement, member, next }: Moving, number: number, language: Language): string[] {
  const say = messagesIn(language);
  const names = namesIn(language);
  const subject = names.subject(subjectByCode(agreement.subject).name);
  const { name, teacherId, designation } = member;
  return [
    String(number),
    [name, ...(teacherId ? [say('paper.teacherId', { id: teacherId })] : [])].join('\n'),
    [...(designation ? [designation] : []), subject, names.classLevel(agreement.class_range)].join('\n'),
    placeText(member.schoolName, member.fromBlock, language),
    placeText(next.schoolName, member.toBlock, language),
  ];
}

/** Returns a school with its block and district; without the school if it is not known any more. */
function placeText(school: string, blockCode: string, language: Language): string {
  const names = namesIn(language);
  const { district, block } = placeOfBlock(blockCode);
  return [
    ...(school === '' ? [] : [school]),
    `${names.block(district, block)}, ${names.district(district)}`,
  ].join('\n');
}
