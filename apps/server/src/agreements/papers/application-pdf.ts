import type { PaperLanguage } from '@mutual-transfer/domain/agreements/agreement';
import {
  allLanguages,
  DEFAULT_LANGUAGE,
  type Language,
  languageEntry,
} from '@mutual-transfer/domain/language/language';
import { messagesIn, namesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import { subjectByCode } from '@mutual-transfer/domain/reference/subjects';
import { placeOfBlock } from '../../privacy/place-of-block.ts';
import { groupNumber } from './group-number.ts';
import type { PaperFacts, PaperMember } from './paper-facts.ts';
import { PaperPage } from './paper-page.ts';

/** Column widths as fractions of the page: number, name and school, place, subject, category, place that the member takes. */
const SHARES = [0.05, 0.29, 0.18, 0.15, 0.13, 0.2];
/** Height of the signatures, in points, that stays on one page with the declaration. */
const SIGNATURES_WITH_IT = 100;
const SIGNATURE_SHARES = [0.05, 0.4, 0.35, 0.2];

/** Prints the joint application of a group for signing. With both languages, each starts on its own page. */
export function applicationPdf(facts: PaperFacts, wanted: PaperLanguage, now: Date): Promise<Buffer> {
  // English is last because offices write in it.
  const languages = wanted === 'both' ? allLanguages().toReversed() : [wanted];
  const [first = DEFAULT_LANGUAGE] = languages;
  const page = new PaperPage(messagesIn(first)('paper.title'), first);
  for (const [index, language] of languages.entries()) {
    if (index > 0) page.nextPage();
    writeApplication(page, facts, language, now);
  }
  return page.finish(groupNumber(facts.agreement.id));
}

function writeApplication(
  page: PaperPage,
  { agreement, members }: PaperFacts,
  language: Language,
  now: Date,
): void {
  const say = messagesIn(language);
  const date = new Intl.DateTimeFormat(languageEntry(language).locale, {
    dateStyle: 'long',
    timeZone: 'Asia/Kolkata',
  }).format(now);
  page.paragraph(say('paper.title'), { size: 16, isBold: true, align: 'center' });
  page.gap(6);
  page.paragraph(say('paper.to'));
  page.paragraph(say('paper.date', { date }));
  page.paragraph(say('paper.group', { group: groupNumber(agreement.id), count: members.length }));
  page.gap(6);
  page.paragraph(say('paper.request', { count: members.length }));
  page.gap(8);
  const heads = ['number', 'teacher', 'posting', 'subject', 'category', 'takes'] as const;
  page.table(
    heads.map((head) => say(`paper.${head}`)),
    members.map((member, index) => {
      const next = members[(index + 1) % members.length] ?? member;
      return cellsOf({ agreement, index, member, next }, language);
    }),
    SHARES,
  );
  page.gap(8);
  page.paragraph(say('paper.declaration'), { before: SIGNATURES_WITH_IT });
  page.gap(8);
  page.table(
    [say('paper.number'), say('paper.name'), say('paper.signature'), say('paper.day')],
    members.map(({ name }, index) => [`${index + 1}\n `, name, '', '']),
    SIGNATURE_SHARES,
  );
  page.gap(10);
  page.paragraph(say('paper.notGovernment'), { size: 8 });
}

interface SeatOnPaper {
  readonly agreement: PaperFacts['agreement'];
  readonly index: number;
  readonly member: PaperMember;
  readonly next: PaperMember;
}

function cellsOf({ agreement, index, member, next }: SeatOnPaper, language: Language): string[] {
  const names = namesIn(language);
  const { district, block } = placeOfBlock(member.fromBlock);
  const place = `${names.block(district, block)}, ${names.district(district)}`;
  const to = placeOfBlock(member.toBlock);
  const goal = `${names.block(to.district, to.block)}, ${names.district(to.district)}`;
  const subject = `${names.subject(subjectByCode(agreement.subject).name)}\n${names.classLevel(agreement.class_range)}`;
  const category = member.category === null ? '–' : names.category(member.category);
  return [
    String(index + 1),
    `${member.name}\n${member.schoolName}`,
    place,
    subject,
    member.batch === null ? category : `${category}\n${member.batch}`,
    `${next.name}\n${goal}`,
  ];
}
