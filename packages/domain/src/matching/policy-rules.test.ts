import { describe, expect, it } from 'vitest';
import { areAllowed, mustStateService } from '../agreements/agreement-rules.ts';
import { dayInIndia, startInIndia } from '../language/date-time.ts';
import { type DatedRule, firstRules, newRuleSchema, onDay, rulesOn, rulesSchema } from './policy-rules.ts';

const rule = (kind: string, value: unknown, validFrom: string, writtenAt = 0): DatedRule => ({
  kind,
  value,
  validFrom,
  writtenAt,
});

describe('the rules of a day', () => {
  it('are the initial ones if none was written', () => {
    expect(rulesOn([], '2026-06-15')).toEqual(firstRules);
    expect(rulesSchema.parse(firstRules)).toEqual({
      largestGroup: 10,
      mustBeEqual: ['subject', 'classRange', 'category'],
      minimumService: 0,
      openWindow: null,
      mixedOrders: 'state',
      joinedBy: null,
      isOpen: true,
    });
  });

  it('change on the day a rule begins, and only in its kind', () => {
    const dated = [
      rule('largestGroup', 10, '2025-06-01'),
      rule('largestGroup', 8, '2026-07-01'),
      rule('mustBeEqual', ['subject'], '2027-01-01'),
    ];
    expect(rulesOn(dated, '2026-06-30')).toEqual(firstRules);
    expect(rulesOn(dated, '2026-07-01')).toEqual({ ...firstRules, largestGroup: 8 });
    expect(rulesOn(dated.toReversed(), '2028-01-01')).toEqual({
      ...firstRules,
      largestGroup: 8,
      mustBeEqual: ['subject'],
    });
  });

  it('take the one written last if two begin on one day', () => {
    const dated = [rule('largestGroup', 6, '2026-07-01', 2), rule('largestGroup', 8, '2026-07-01', 1)];
    expect(rulesOn(dated, '2026-07-01').largestGroup).toBe(6);
    expect(rulesOn(dated.toReversed(), '2026-07-01').largestGroup).toBe(6);
  });

  it('ignore kinds that this version does not support', () => {
    expect(rulesOn([rule('somethingNew', true, '2025-01-01')], '2026-01-01')).toEqual(firstRules);
  });

  it('give a latest day of joining that advances day by day', () => {
    const dated = [rule('minimumService', 3, '2026-01-01'), rule('minimumService', 0, '2027-01-01')];
    expect(rulesOn(dated, '2025-12-31').joinedBy).toBeNull();
    expect(rulesOn(dated, '2026-06-15').joinedBy).toBe('2023-06-15');
    expect(rulesOn(dated, '2026-06-16').joinedBy).toBe('2023-06-16');
    expect(rulesOn(dated, '2027-01-01').joinedBy).toBeNull();
  });

  it.each([
    ['2026-06-30', false],
    ['2026-07-01', true],
    ['2026-07-31', true],
    ['2026-08-01', false],
  ])('open the window from its first day through its last: %s', (today, isOpen) => {
    const dated = [rule('openWindow', { opens: '2026-07-01', closes: '2026-07-31' }, '2026-06-01')];
    expect(rulesOn(dated, today).isOpen).toBe(isOpen);
    const without = [...dated, rule('openWindow', null, '2026-06-01', 1)];
    expect(rulesOn(without, today).isOpen).toBe(true);
    const endless = [rule('openWindow', { opens: '2026-07-01', closes: null }, '2026-06-01')];
    expect(rulesOn(endless, today).isOpen).toBe(today >= '2026-07-01');
  });

  it('begin at midnight in India', () => {
    expect(dayInIndia(new Date('2026-06-30T18:29:59.999Z'))).toBe('2026-06-30');
    expect(dayInIndia(new Date('2026-06-30T18:30:00.000Z'))).toBe('2026-07-01');
    expect(startInIndia('2026-07-01').toISOString()).toBe('2026-06-30T18:30:00.000Z');
  });
});

describe('a new rule', () => {
  const from = { validFrom: '2026-07-01', source: 'An order', link: null };

  it('has a value of its kind, a day, and a source', () => {
    expect(newRuleSchema.safeParse({ kind: 'largestGroup', value: 8, ...from }).success).toBe(true);
    expect(newRuleSchema.safeParse({ kind: 'mustBeEqual', value: [], ...from }).success).toBe(true);
    expect(newRuleSchema.safeParse({ kind: 'minimumService', value: 3, ...from }).success).toBe(true);
    for (const value of [
      null,
      { opens: '2026-07-01', closes: null },
      { opens: '2026-07-01', closes: '2026-07-01' },
    ])
      expect(newRuleSchema.safeParse({ kind: 'openWindow', value, ...from }).success).toBe(true);
  });

  it.each([
    [{ kind: 'largestGroup', value: 1, ...from }],
    [{ kind: 'largestGroup', value: 11, ...from }],
    [{ kind: 'largestGroup', value: ['subject'], ...from }],
    [{ kind: 'mustBeEqual', value: ['subject', 'subject'], ...from }],
    [{ kind: 'mustBeEqual', value: ['village'], ...from }],
    [{ kind: 'nothing', value: 8, ...from }],
    [{ kind: 'minimumService', value: -1, ...from }],
    [{ kind: 'minimumService', value: 31, ...from }],
    [{ kind: 'minimumService', value: 1.5, ...from }],
    [{ kind: 'openWindow', value: { opens: '2026-07-02', closes: '2026-07-01' }, ...from }],
    [{ kind: 'openWindow', value: { opens: '2026-02-30', closes: null }, ...from }],
    [{ kind: 'openWindow', value: {}, ...from }],
    [{ kind: 'openWindow', ...from }],
    [{ kind: 'largestGroup', value: 8, ...from, validFrom: '2026-02-30' }],
    [{ kind: 'largestGroup', value: 8, ...from, source: '' }],
    [{ kind: 'largestGroup', value: 8, ...from, link: 'javascript:alert(1)' }],
  ])('is refused as %j', (body) => {
    expect(newRuleSchema.safeParse(body).success).toBe(false);
  });
});

describe('a group', () => {
  const member = (subject: string, category: string | null, joinedOn: string | null = null) => ({
    subject,
    category,
    classRange: '6-8',
    joinedOn,
  });

  it('is allowed by its size and by what must be equal', () => {
    const pair = [member('urdu', 'regular'), member('urdu', 'special')];
    expect(areAllowed(pair, firstRules)).toBe(false);
    expect(areAllowed(pair, { ...firstRules, mustBeEqual: ['subject', 'classRange'] })).toBe(true);
    expect(
      areAllowed([member('urdu', 'regular'), member('hindi', null)], { ...firstRules, mustBeEqual: [] }),
    ).toBe(true);
    const three = [member('urdu', null), member('urdu', 'regular'), member('urdu', 'regular')];
    expect(areAllowed(three, firstRules)).toBe(true);
    expect(areAllowed(three, { ...firstRules, largestGroup: 2 })).toBe(false);
    expect(areAllowed(three.slice(0, 1), firstRules)).toBe(false);
  });

  it('has members who have served long enough or did not state their service', () => {
    const rulesOfDay = onDay({ ...firstRules, minimumService: 3 }, '2026-06-15');
    const with2 = (joinedOn: string | null) => [
      member('urdu', null, '2020-01-01'),
      member('urdu', null, joinedOn),
    ];
    expect(areAllowed(with2('2023-06-15'), rulesOfDay)).toBe(true);
    expect(areAllowed(with2('2023-06-16'), rulesOfDay)).toBe(false);
    expect(areAllowed(with2(null), rulesOfDay)).toBe(true);
    expect(areAllowed(with2('2026-06-15'), firstRules)).toBe(true);
    expect([mustStateService(null, rulesOfDay), mustStateService('2026-01-01', rulesOfDay)]).toEqual([
      true,
      false,
    ]);
    expect(mustStateService(null, firstRules)).toBe(false);
  });
});
