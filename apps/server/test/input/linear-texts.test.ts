import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { ExecutedBlocks } from '../testing/executed-blocks.ts';
import { countRegexSteps } from '../testing/regex-steps.ts';

type Reader = readonly [name: string, read: (text: string) => unknown];

/**
 * Maximum factor by which the work may grow for twice the text. Linear work grows by 2, sorting by slightly more, and quadratic work by 4.
 */
const MOST_TIMES = 2.3;
/** Difference that is ignored, because some functions do constant work for a text beyond its maximum length. */
const CONSTANT = 5_000;
const LENGTH = 300;

const ends = ['', '!'];
/** Units whose repetition once made one of the functions slow, and one unit of each other kind of character. */
const units = [
  ...['९0', '5,', '1!', '9 ', '9-', 'a', 'A1', 'ah', 'oov', 'one', 'एक', 'क्', 'रा\u200d', 'ﷺ'],
  ...['a@', 'a.', '@.', '₹', 'k ', ' ', '\n', '"', '=', ',q=1;', '0', '('],
];
/** Units for the fields of bodies, of which there are many. */
const fewUnits = ['९0', '5,', 'a@', ' '];

let blocks: ExecutedBlocks;
let readers: readonly Reader[];

beforeAll(async () => {
  // Code that is loaded before is not counted, so all code of the product is imported after this line.
  blocks = new ExecutedBlocks((url) => /packages\/domain\/src|apps\/server\/src/.test(url));
  readers = await listReaders();
});
afterAll(() => blocks.stop());

/** Returns the functions that read external text, other than the schemas of bodies. */
async function listReaders(): Promise<Reader[]> {
  const text = await import('@mutual-transfer/domain/language/text');
  const credentials = await import('@mutual-transfer/domain/accounts/credentials');
  const { textRisks } = await import('@mutual-transfer/domain/language/text-risks');
  const { nameProblem } = await import('@mutual-transfer/domain/accounts/reserved-names');
  const { nameKey } = await import('@mutual-transfer/domain/accounts/person-name');
  const typed = await import('@mutual-transfer/domain/language/typed-values');
  const { spellingKey } = await import('@mutual-transfer/domain/language/comparison');
  const { preferredLanguage } = await import('@mutual-transfer/domain/language/language');
  const { nearestWord } = await import('../../src/requests/lists.ts');
  const { searchWords } = await import('../../src/people/search-words.ts');
  const { csvLine } = await import('@mutual-transfer/domain/administration/csv-lines');
  const { readDays } = await import('../../src/admin/imports/read-days.ts');
  const { isSameEmployeeId } = await import('../../src/admin/imports/staff-rows.ts');
  const person = { name: 'Asha Kumari', email: 'asha@example.com', phone: '9876543210' };
  const nothingHidden = { hideName: false, hidePhone: false, hideEmail: false, hideSchoolName: false };
  return [
    ['textRisks', (read) => textRisks(read)],
    ['textRisks of a writer', (read) => textRisks(`${read} 9876543210`, person)],
    ['nameProblem', nameProblem],
    ['nameKey', nameKey],
    ['employeeKey', typed.employeeKey],
    ['orderNumberKey', typed.orderNumberKey],
    ['line', (read) => text.line(2, 10_000).safeParse(read)],
    ['paragraph', (read) => text.paragraph(2, 10_000).safeParse(read)],
    ['searchText', (read) => text.searchTextSchema.safeParse(read)],
    ['wordsOf', text.wordsOf],
    ['withLatinDigits', text.withLatinDigits],
    ['spellingKey', spellingKey],
    ['email', (read) => credentials.emailSchema.safeParse(read)],
    ['phone', (read) => credentials.phoneSchema.safeParse(read)],
    ['newPassword', (read) => credentials.newPasswordSchema.safeParse(read)],
    ['isGuessablePassword', (read) => credentials.isGuessablePassword(read, person)],
    ['isPersonalPassword', (read) => credentials.isPersonalPassword(read, person)],
    ['preferredLanguage', preferredLanguage],
    ['nearestWord', (read) => nearestWord(read, ['patna', 'muzaffarpur', read.slice(1)])],
    [
      'searchWords',
      (read) => searchWords({ name: read, school_name: read }, { reason: read }, nothingHidden),
    ],
    ['csvLine', (read) => csvLine([read])],
    ['readDays', (read) => readDays([read])],
    ['isSameEmployeeId', (read) => isSameEmployeeId(read, '1')],
  ];
}

function textsOf(unit: string, end: string): [once: string, twice: string] {
  const textOf = (length: number) => unit.repeat(Math.ceil(length / unit.length)) + end;
  return [textOf(LENGTH), textOf(2 * LENGTH)];
}

/** Returns a message for each kind of work that grows by more than `MOST_TIMES` for twice the text. */
function growsFaster(
  name: string,
  work: (text: string) => Readonly<Record<string, number>>,
  [once, twice]: [string, string],
): string[] {
  const [before, after] = [work(once), work(twice)];
  return Object.entries(after).flatMap(([kind, count]) => {
    const half = before[kind] ?? 0;
    const isMore = count > MOST_TIMES * half + CONSTANT;
    return isMore ? [`${kind} of ${name} of ${once.slice(0, 9)}…: ${half} → ${count}`] : [];
  });
}

function findSuperlinear([name, read]: Reader, unit: string, end: string): string[] {
  const work = (text: string) => {
    let expressions = 0;
    const code = blocks.count(() => {
      expressions = countRegexSteps(() => read(text));
    });
    return { expressions, code };
  };
  return growsFaster(name, work, textsOf(unit, end));
}

describe('twice as much text takes at most about twice the work', () => {
  it.each(units)('in every function that reads external text, for %j', (unit) => {
    const found = readers.flatMap((reader) => ends.flatMap((end) => findSuperlinear(reader, unit, end)));
    expect(found).toEqual([]);
  });

  it('in every text field of the body of every route', async () => {
    const fields = await listFields();
    expect(fields.length).toBeGreaterThan(60);
    const found = fields.flatMap(([name, read]) =>
      fewUnits.flatMap((unit) =>
        growsFaster(name, (text) => ({ expressions: countRegexSteps(() => read(text)) }), textsOf(unit, '!')),
      ),
    );
    expect(found).toEqual([]);
  });

  it('the measurement detects superlinear work', () => {
    const quadratic = (text: string) => text.replace(/\s+$/, '');
    const linear = (text: string) => text.replace(/(?<!\s)\s+$/, '');
    expect(findSuperlinear(['quadratic', quadratic], ' ', '!')).toHaveLength(1);
    expect(findSuperlinear(['linear', linear], ' ', '!')).toEqual([]);
  });
});

/** Returns a reader for each text field in the body of each route, within an otherwise valid body. */
async function listFields(): Promise<Reader[]> {
  const { startTestApp } = await import('../testing/test-app.ts');
  const { withRoutes } = await import('../testing/routes.ts');
  const { createCast } = await import('../testing/cast.ts');
  const { goodCall } = await import('../testing/good-calls.ts');
  const { started, routes } = await withRoutes(() => startTestApp());
  const cast = await createCast(started);
  const fields = routes.flatMap(({ method, url, body }) => {
    const route = `${method} ${url}`;
    // A route's body is a Zod schema, because the app registers no other kind.
    const schema = body as z.ZodType | undefined;
    const good = goodCall(route, cast).body as Record<string, unknown> | undefined;
    if (schema === undefined || good === undefined) return [];
    const texts = Object.keys(good).filter((field) => typeof good[field] === 'string');
    return texts.map((field): Reader => {
      return [`${route} ${field}`, (text) => schema.safeParse({ ...good, [field]: text })];
    });
  });
  await started.close();
  return fields;
}
