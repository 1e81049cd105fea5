import type { PaperLanguage } from '@mutual-transfer/domain/agreements/agreement';
import {
  allLanguages,
  DEFAULT_LANGUAGE,
  type Language,
  languageEntry,
} from '@mutual-transfer/domain/language/language';
import { messagesIn, namesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import { districtByCode } from '@mutual-transfer/domain/reference/places';
import { subjectByCode } from '@mutual-transfer/domain/reference/subjects';
import { placeOfBlock } from '../../platform/places.ts';
import { printedCode } from '../order-code.ts';
import type { PaperFacts, PaperMember, PaperOrderFacts } from './paper-facts.queries.ts';
import { PaperPage } from './paper-page.ts';
import { warningSentence } from './paper-warning.ts';

/** Column widths as fractions of the page: number, name and school, place, subject, category, place that the member takes. */
const SHARES = [0.05, 0.29, 0.18, 0.15, 0.13, 0.2];
/** Height in points of the declarations that must fit on the page of their heading. */
const DECLARATIONS_WITH_IT = 100;
/** Height in points of the table that must fit on the page of the heads' forwarding. */
const FORWARDING_WITH_IT = 80;
/** Height in points of the table that must fit on the page of the heading of the office's part. */
const OFFICE_WITH_IT = 120;
const OFFICE_SHARES = [0.4, 0.28, 0.14, 0.18];

const declarations = ['true', 'free', 'only', 'noMoney', 'allOrNone', 'seniority'] as const;
const officeFindings = ['service', 'proceedings', 'dues', 'opinion', 'recommendation'] as const;

/** Height in points of a row with room for a signature. */
const SIGNATURE_HEIGHT = 24;
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
  return page.finish(facts.agreement.number);
}

function writeApplication(
  page: PaperPage,
  { agreement, members, orders, addressees, warning }: PaperFacts,
  language: Language,
  now: Date,
): void {
  const say = messagesIn(language);
  const date = longDate(language).format(now);
  page.footnote(warningSentence(warning, language));
  page.paragraph(say('paper.title'), { size: 16, isBold: true, align: 'center' });
  page.gap(6);
  const officers = addressees.map((code) => namesIn(language).district(districtByCode(code).name));
  const to = officers.map((district) => say('paper.toDistrict', { district }));
  page.paragraph(to.length === 0 ? say('paper.to') : to.join('\n'));
  page.paragraph(say('paper.date', { date }));
  page.paragraph(say('paper.group', { group: agreement.number, count: members.length }));
  page.gap(6);
  page.paragraph(say('paper.request', { count: members.length }));
  page.gap(5);
  const heads = ['number', 'teacher', 'posting', 'subject', 'category', 'takes'] as const;
  page.table(
    heads.map((head) => say(`paper.${head}`)),
    members.map((member, index) => {
      const next = members[(index + 1) % members.length] ?? member;
      return cellsOf({ agreement, index, member, next }, language);
    }),
    SHARES,
  );
  page.gap(5);
  writeDeclarations(page, members, language);
  page.gap(6);
  page.paragraph(say('paper.forwarding'), { before: FORWARDING_WITH_IT });
  page.gap(5);
  page.table(
    [say('paper.number'), say('paper.school'), say('paper.headOfSchool'), say('paper.day')],
    members.map(({ schoolName }, index) => [String(index + 1), schoolName, '', '']),
    SIGNATURE_SHARES,
    SIGNATURE_HEIGHT,
  );
  page.gap(6);
  writeOfficePart(page, language);
  if (orders.length > 0) page.gap(10);
  for (const order of orders) page.paragraph(orderSentence(order, language));
}

/** Writes the declarations of the members and the table for their signatures. */
function writeDeclarations(page: PaperPage, members: PaperFacts['members'], language: Language): void {
  const say = messagesIn(language);
  const sentences = declarations.map((key, index) => `${index + 1}. ${say(`paper.declaration.${key}`)}`);
  page.paragraph(say('paper.declarations'), { isBold: true, before: DECLARATIONS_WITH_IT });
  for (const sentence of sentences) page.paragraph(sentence);
  page.gap(5);
  page.table(
    [say('paper.number'), say('paper.name'), say('paper.signature'), say('paper.day')],
    members.map(({ name }, index) => [String(index + 1), name, '', '']),
    SIGNATURE_SHARES,
    SIGNATURE_HEIGHT,
  );
}

/** Writes the part that the offices fill in: each finding with room for name, designation, date and seal. */
function writeOfficePart(page: PaperPage, language: Language): void {
  const say = messagesIn(language);
  page.paragraph(say('paper.office'), { isBold: true, before: OFFICE_WITH_IT });
  page.gap(4);
  page.table(
    [say('paper.officeFinding'), say('paper.officeWho'), say('paper.day'), say('paper.officeSeal')],
    officeFindings.map((finding) => [say(`paper.office.${finding}`), '', '', '']),
    OFFICE_SHARES,
    SIGNATURE_HEIGHT,
  );
}

function orderSentence({ number, date, code }: PaperOrderFacts, language: Language): string {
  const day = longDate(language).format(new Date(`${date}T00:00:00+05:30`));
  return messagesIn(language)('paper.order', { number, date: day, code: printedCode(code) });
}

function longDate(language: Language): Intl.DateTimeFormat {
  const { locale } = languageEntry(language);
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'Asia/Kolkata' });
}

interface SeatOnPaper {
  agreement: PaperFacts['agreement'];
  index: number;
  member: PaperMember;
  next: PaperMember;
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
    teacherCell(member, language),
    place,
    subject,
    member.batch === null ? category : `${category}\n${member.batch}`,
    [next.name, ...idLine(next, language), goal].join('\n'),
  ];
}

/** Returns name, teacher id, designation, school and date of joining, without the facts that the teacher does not state. */
function teacherCell(member: PaperMember, language: Language): string {
  const say = messagesIn(language);
  const { name, designation, schoolName, joinedOn } = member;
  const joined = joinedOn === null ? [] : [say('paper.joinedOn', { date: shortDay(joinedOn) })];
  return [
    name,
    ...idLine(member, language),
    ...(designation ? [designation] : []),
    schoolName,
    ...joined,
  ].join('\n');
}

function idLine({ teacherId }: PaperMember, language: Language): string[] {
  return teacherId ? [messagesIn(language)('paper.teacherId', { id: teacherId })] : [];
}

/** Returns a day as offices of India write it: `DD.MM.YYYY`. */
function shortDay(day: string): string {
  return day.split('-').toReversed().join('.');
}
