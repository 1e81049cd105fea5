import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { phoneSchema } from '../accounts/credentials.ts';
import {
  employeeKey,
  orderNumberKey,
  typedDigits,
  typedEmail,
  typedNumber,
  typedPhone,
} from './typed-values.ts';

const number = fc
  .tuple(fc.constantFrom('6', '7', '8', '9'), fc.stringMatching(/^\d{9}$/))
  .map((parts) => parts.join(''));
const prefix = fc.constantFrom(
  '',
  '+91',
  '91',
  '0091',
  '091',
  '0',
  '+91 0',
  '+91(0)',
  '+091',
  '(+91)',
  '(0)',
  '91-',
);
const separator = fc.constantFrom('', ' ', '-', '.', ' - ', '\u00A0', '\u2011', '\u2013', '\u2212', '\u202F');
/** Digits of each group, as people write a number. */
const grouping = fc.constantFrom(
  [10],
  [5, 5],
  [4, 6],
  [3, 3, 4],
  [4, 3, 3],
  [2, 4, 4],
  [2, 2, 2, 2, 2],
  [3, 4, 3],
);
const around = fc.constantFrom(
  ['', ''],
  ['\u202A', '\u202C'],
  ["'", ''],
  ['\u200E', ' '],
  [' ', '\uFEFF'],
  ['(', ')'],
  ['\t', '\r\n'],
);
const zeros = { latin: 48, devanagari: 0x966, bengali: 0x9e6, arabic: 0x660, full: 0xff10 };
const script = fc.constantFrom(...Object.values(zeros));

const written = fc
  .record({ number, prefix, separator, grouping, around, script })
  .map(({ number, prefix, separator, grouping, around: [before = '', after = ''], script }) => {
    const groups = grouping.map((length, index) => {
      const at = grouping.slice(0, index).reduce((sum, one) => sum + one, 0);
      return number.slice(at, at + length);
    });
    const typed = `${before}${prefix}${prefix === '' ? '' : separator}${groups.join(separator)}${after}`;
    return {
      number,
      typed: typed.replaceAll(/\d/g, (digit) => String.fromCodePoint(script + Number(digit))),
    };
  });

describe('a phone number', () => {
  it('is the same ten digits in every way in which Indians write it', () => {
    fc.assert(
      fc.property(written, ({ number, typed }) => {
        expect(phoneSchema.parse(typed)).toBe(number);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is never the same for two numbers', () => {
    fc.assert(
      fc.property(written, written, (one, other) => {
        fc.pre(one.number !== other.number);
        expect(typedPhone(one.typed)).not.toBe(typedPhone(other.typed));
      }),
    );
  });

  it('that is normalised stays as it is', () => {
    fc.assert(
      fc.property(written, ({ typed }) => {
        expect(typedPhone(typedPhone(typed))).toBe(typedPhone(typed));
      }),
    );
  });

  it.each([
    ['9085552470.0', '9085552470'],
    ['919085552470.00', '9085552470'],
    ['00919085552470', '9085552470'],
    ['+91-90855 52470', '9085552470'],
    ['\u202A+91 90855 52470\u202C', '9085552470'],
    ['९०८५५५२४७०', '9085552470'],
    ['Mob. 9085552470', '9085552470'],
    ['tel:+919085552470', '9085552470'],
    ['मो० नं० ९०८५५५२४७०', '9085552470'],
    ['मो०९०८५५५२४७०', '9085552470'],
    ['(+91) 90855-52470', '9085552470'],
    ['9,085,552,470', '9085552470'],
    ['９０８５５５２４７０', '9085552470'],
  ])('%j is %s', (typed, digits) => {
    expect(phoneSchema.parse(typed)).toBe(digits);
  });

  it.each([
    ...[
      '9.08555E+09',
      '9.08555247E+09',
      '908555247',
      '908555247.0',
      '90855524700',
      '+9085552470',
      '5085552470',
    ],
    ...[
      '9185552470-71',
      '9185552470, 71',
      '9085552470/9085552471',
      '9085552470, 9085552471',
      '+1 908 555 2470',
    ],
    ...['9O85552470', '98765 43210 ext 2', '+980855524701', '91 91 9085552470', '00 9085552470'],
  ])('%j is refused', (typed) => {
    expect(phoneSchema.safeParse(typed).success).toBe(false);
  });
});

it.each([
  ['५५२११४', '552114'],
  [' 552 114 ', '552114'],
  ['552-114', '552114'],
  ['\u200B552114\uFEFF', '552114'],
])('a code typed as %j is %s', (typed, digits) => {
  expect(typedDigits(typed)).toBe(digits);
});

it.each([
  ['०', '0'],
  [' १२ ', '12'],
  ['−3', '-3'],
  ['– 3', '-3'],
  ['\u200E7', '7'],
  ['+7', '7'],
])('an answer typed as %j is %s', (typed, answer) => {
  expect(typedNumber(typed)).toBe(answer);
});

it.each([
  [' Asha@Example.COM ', 'asha@example.com'],
  ['\u200Basha@example.com\u00A0', 'asha@example.com'],
  ['asha@उदाहरण.भारत', 'asha@xn--p1b6ci4b4b3a.xn--h2brj9c'],
  ['asha@XN--P1B6CI4B4B3A.xn--h2brj9c', 'asha@xn--p1b6ci4b4b3a.xn--h2brj9c'],
  ['asha@example.com:80', 'asha@example.com:80'],
])('an email typed as %j is %s', (typed, stored) => {
  expect(typedEmail(typed)).toBe(stored);
});

it('employee ids and numbers of orders are compared without case, spaces, digits of a script and kinds of hyphens', () => {
  expect(employeeKey(' brt–00१२ 345')).toBe(employeeKey('BRT-0012345'));
  expect(employeeKey('BRT0012345')).not.toBe(employeeKey('BRT0012346'));
  expect(orderNumberKey('BGP / ४\u2011A')).toBe(orderNumberKey('bgp/4-a'));
  for (const written of ['डी०ई०ओ०/पटना/१०१', 'डी.ई.ओ./पटना/101', 'डी॰ई॰ओ॰ / पटना / 101'])
    expect(orderNumberKey(written)).toBe('डीईओ/पटना/101');
  expect(orderNumberKey('D.E.O./A0')).toBe('deo/a0');
  expect(orderNumberKey('A.1')).not.toBe(orderNumberKey('A1'));
});
