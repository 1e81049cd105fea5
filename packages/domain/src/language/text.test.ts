import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  comparisonKey,
  countCharacters,
  isStorable,
  line,
  paragraph,
  searchTextSchema,
  wordsOf,
} from './text.ts';

const ZERO_WIDTH_JOINER = '\u200D';

function problemOf(schema: ReturnType<typeof line>, text: unknown): string | undefined {
  return schema.safeParse(text).error?.issues[0]?.message;
}

describe('a line', () => {
  const name = line(2, 5);

  test.each([
    ['  Om  ', 'Om'],
    ['राम', 'राम'],
    ['رضا', 'رضا'],
    ['e\u0301a', 'éa'],
    ['𝕬𝕭𝕮𝕯𝕰', '𝕬𝕭𝕮𝕯𝕰'],
    [`क्${ZERO_WIDTH_JOINER}ष`, `क्${ZERO_WIDTH_JOINER}ष`],
    ['+2 a', '+2 a'],
  ])('%j becomes %j', (given, kept) => {
    expect(name.parse(given)).toBe(kept);
  });

  test.each([
    [undefined, 'field.required'],
    [null, 'field.invalid'],
    [7, 'field.invalid'],
    ['', 'field.required'],
    ['   ', 'field.required'],
    ['\u200B\u200D', 'field.required'],
    ['\u0301\u0301', 'field.required'],
    ['\u3164\u2800\u115F', 'field.required'],
    ['a', 'text.tooShort'],
    ['𝕬', 'text.tooShort'],
    ['abcdef', 'text.tooLong'],
    ['𝕬𝕭𝕮𝕯𝕰𝕱', 'text.tooLong'],
    ['a\nb', 'text.control'],
    ['a\tb', 'text.control'],
    ['a\0b', 'text.characters'],
    ['a\u007Fb', 'text.control'],
    ['a\u0085b', 'text.control'],
    ['a\u2028b', 'text.control'],
    ['a\uD800b', 'text.characters'],
    ['a\uDC00b', 'text.characters'],
  ])('%j is refused: %s', (given, problem) => {
    expect(problemOf(name, given)).toBe(problem);
  });

  test.each(['\u202A', '\u202B', '\u202C', '\u202D', '\u202E', '\u2066', '\u2067', '\u2068', '\u2069'])(
    'the mark %j, which turns text around, is refused in lines and paragraphs',
    (mark) => {
      expect(problemOf(name, `a${mark}b`)).toBe('text.direction');
      expect(problemOf(paragraph(1, 5), `a${mark}b`)).toBe('text.direction');
    },
  );

  test('may be blank if the minimum is 0', () => {
    expect(line(0, 5).parse('  ')).toBe('');
  });
});

describe('a paragraph', () => {
  test('keeps line breaks as \\n, and tabs', () => {
    expect(paragraph(1, 20).parse(' one\r\ntwo\n\tthree ')).toBe('one\ntwo\n\tthree');
  });

  test.each([
    ['a\0b', 'text.characters'],
    ['a\u0007b', 'text.control'],
    ['a\rb', 'text.control'],
    ['a\uD800b', 'text.characters'],
  ])('refuses %j', (text, message) => {
    expect(problemOf(paragraph(1, 20), text)).toBe(message);
  });

  test('counts code points', () => {
    expect(paragraph(1, 500).safeParse('😀'.repeat(500)).success).toBe(true);
    expect(problemOf(paragraph(1, 500), '😀'.repeat(501))).toBe('text.tooLong');
  });
});

test('lines and paragraphs accept their own output unchanged', () => {
  const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), anyUnits());
  fc.assert(
    fc.property(texts, fc.boolean(), (text, isLine) => {
      const schema = isLine ? line(1, 30) : paragraph(1, 30);
      const { data, success } = schema.safeParse(text);
      if (!success) return;
      expect(schema.parse(data)).toBe(data);
      expect(data).toBe(data.normalize('NFC'));
      expect(isStorable(data)).toBe(true);
      expect(countCharacters(data)).toBeLessThanOrEqual(30);
      expect(data).not.toMatch(isLine ? /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u : /[\0\r\u202A-\u202E]/u);
    }),
  );
});

/** Generates UTF-16 code units in any order, including lone surrogates. */
function anyUnits() {
  return fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
    .map((units) => String.fromCharCode(...units));
}

test('text is storable unless it contains U+0000 or a lone surrogate', () => {
  fc.assert(
    fc.property(anyUnits(), (text) => {
      const survives = Buffer.from(text, 'utf8').toString('utf8') === text;
      expect(isStorable(text)).toBe(survives && !text.includes('\0'));
    }),
  );
});

describe('the comparison key', () => {
  test('ignores joiners, case and the composition of letters', () => {
    expect(comparisonKey(`रा${ZERO_WIDTH_JOINER}म`)).toBe(comparisonKey('राम'));
    expect(comparisonKey('PATNA')).toBe('patna');
    expect(comparisonKey('Ｐatna')).toBe('patna');
    expect(comparisonKey('e\u0301')).toBe(comparisonKey('é'));
    expect(comparisonKey(`e${ZERO_WIDTH_JOINER}\u0301`)).toBe(comparisonKey('é'));
    expect(comparisonKey('फ\u093C')).toBe(comparisonKey('\u095E'));
  });

  test('of a key is the key itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const key = comparisonKey(text);
        expect(comparisonKey(key)).toBe(key);
      }),
      { numRuns: 2_000 },
    );
  });

  test('is equal for canonically equivalent texts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(comparisonKey(text.normalize('NFD'))).toBe(comparisonKey(text.normalize('NFC')));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('words', () => {
  test('are runs of letters, marks and digits', () => {
    expect(wordsOf('Maths & Science (6-8)')).toEqual(['maths', 'science', '6', '8']);
    expect(wordsOf('गया ज़िले में, पटना!')).toEqual(['गया', 'जिले', 'में', 'पटना']);
    expect(wordsOf('बाँका')).toEqual(wordsOf('बांका'));
    expect(wordsOf(' -- ')).toEqual([]);
    expect(wordsOf('')).toEqual([]);
  });

  test('fit PostgreSQL’s text search, however long or wide', () => {
    for (const text of ['㍿'.repeat(500), '𝕬'.repeat(500), 'क'.repeat(500), 'ﷺ'.repeat(500)]) {
      for (const word of wordsOf(text)) expect(Buffer.byteLength(word)).toBeLessThanOrEqual(2_046);
    }
  });

  test('contain nothing that would need escaping', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const word of wordsOf(text)) expect(word).toMatch(/^[\p{L}\p{M}\p{N}]+$/u);
      }),
    );
  });
});

test.each([
  ['four times its maximum', 'a '.repeat(30_000), 'text.tooLong'],
  ['a run of marks that no word has', `a${'\u0301\u0323'.repeat(150)}`, 'text.characters'],
  ['a run of marks with joiners between them', `a${'\u0301\u200D'.repeat(150)}`, 'text.characters'],
])('a text of %s is refused, and later checks get a short one', (_text, text, message) => {
  const lengths: number[] = [];
  const noteLength = (checked: string) => lengths.push(checked.length) > 0;
  const { error } = line(2, 100).refine(noteLength).safeParse(text);
  expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
  expect(lengths).toHaveLength(1);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(101);
});

test('a search drops marks of direction, which a copied phone number has around it', () => {
  expect(searchTextSchema.parse('\u202A+91 98765\u2066 43210\u202C')).toBe('+91 98765 43210');
  expect(searchTextSchema.safeParse('a\u0000b').success).toBe(false);
});
