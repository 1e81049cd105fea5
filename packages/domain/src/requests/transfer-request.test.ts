import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Language } from '../language/language.ts';
import { fieldSentences } from '../language/messages.ts';
import { messages as english } from '../language/packs/en/messages.ts';
import { messagesIn } from '../language/packs/language-packs.ts';
import { filterNames } from './request-filters.ts';
import { listQuerySchema, newTransferRequestSchema } from './transfer-request.ts';

const good = {
  desiredDistrict: 'Patna',
  desiredBlock: 'Danapur',
  subject: 'Mathematics',
  classRange: '6-8',
  reason: 'My parents are old and live there.',
  additionalInfo: 'I can move at the end of the term.',
};

function requestSentences(input: unknown, language: Language = 'en') {
  return fieldSentences(newTransferRequestSchema.safeParse(input).error?.issues ?? [], messagesIn(language));
}

function querySentences(input: unknown, language: Language = 'en') {
  return fieldSentences(listQuerySchema.safeParse(input).error?.issues ?? [], messagesIn(language));
}

describe('a new request', () => {
  test('has its defaults', () => {
    expect(newTransferRequestSchema.parse(good)).toEqual({
      ...good,
      urgency: 'medium',
      privacySettings: {},
      alsoAcceptable: [],
    });
  });

  test('keeps the given values', () => {
    const chosen = {
      ...good,
      desiredBlock: 'Any block',
      urgency: 'high',
      contactPreference: 'both',
      privacySettings: { hideName: true, hidePhone: false },
      alsoAcceptable: [{ desiredDistrict: 'Gaya', desiredBlock: 'Any block' }],
    };
    expect(newTransferRequestSchema.parse(chosen)).toEqual(chosen);
  });

  test('keeps the line breaks of its texts', () => {
    expect(newTransferRequestSchema.parse({ ...good, reason: ' one\r\ntwo ' }).reason).toBe('one\ntwo');
  });

  test.each([
    ['desiredDistrict', '', english['field.required']],
    ['desiredDistrict', 'Ranchi', english['district.unknown']],
    ['desiredDistrict', 'patna', english['district.unknown']],
    ['desiredBlock', '', english['field.required']],
    ['desiredBlock', 'Bodh Gaya', english['block.unknown']],
    ['desiredBlock', 'any block', english['block.unknown']],
    ['subject', '', english['field.required']],
    ['subject', 'Toys', english['field.choice']],
    ['classRange', '', english['field.required']],
    ['classRange', '1-12', english['field.choice']],
    ['reason', '', english['field.required']],
    ['reason', ' \n ', english['field.required']],
    ['reason', 'x'.repeat(501), 'Please write at most 500 characters.'],
    ['reason', 'a\0b', english['text.characters']],
    ['reason', 7, english['field.invalid']],
    ['additionalInfo', '', english['field.required']],
    ['additionalInfo', 'x'.repeat(1_001), 'Please write at most 1000 characters.'],
    ['additionalInfo', 'a\u202Eb', english['text.direction']],
    ['urgency', 'urgent', english['field.choice']],
    ['contactPreference', 'fax', english['field.choice']],
  ])('with %s %j is refused at that field, in both languages', (field, value, text) => {
    const input = { ...good, [field]: value };
    expect(requestSentences(input)).toMatchObject({ [field]: text });
    expect(requestSentences(input, 'hi')[field]).toMatch(/\p{Script=Devanagari}/u);
  });

  test.each(Object.keys(good))('requires %s', (field) => {
    expect(requestSentences({ ...good, [field]: undefined })).toEqual({ [field]: english['field.required'] });
  });

  test('refuses an additional place that is named twice, at that place, and accepts another block', () => {
    const place = (desiredBlock: string) => ({ desiredDistrict: 'Patna', desiredBlock });
    const sentences = (blocks: readonly string[]) =>
      requestSentences({ ...good, alsoAcceptable: blocks.map(place) });
    expect(sentences(['Bihta', 'Any block'])).toEqual({});
    expect(sentences(['Bihta', 'Danapur', 'Bihta'])).toEqual({
      'alsoAcceptable.1.desiredBlock': english['place.repeated'],
      'alsoAcceptable.2.desiredBlock': english['place.repeated'],
    });
  });

  test('accepts texts of the full length, in any script', () => {
    const longest = { reason: '😀'.repeat(500), additionalInfo: 'क'.repeat(1_000) };
    expect(newTransferRequestSchema.safeParse({ ...good, ...longest }).success).toBe(true);
  });

  test.each([null, 'true', 1, 0, []])('refuses %j as a privacy setting', (value) => {
    const input = { ...good, privacySettings: { hidePhone: value } };
    expect(Object.keys(requestSentences(input))).toEqual(['privacySettings.hidePhone']);
  });

  test.each(['status', '_id', 'user', 'createdAt', 'isPaid'])('cannot set %s', (field) => {
    expect(requestSentences({ ...good, [field]: 'x' })).toEqual({ [field]: english['field.unknown'] });
  });

  test('cannot hide an unknown field', () => {
    const input = { ...good, privacySettings: { hideDistrict: true } };
    expect(requestSentences(input)).toEqual({ 'privacySettings.hideDistrict': english['field.unknown'] });
  });
});

describe('the query of a list', () => {
  test('has its defaults', () => {
    expect(listQuerySchema.parse({})).toEqual({ page: 1, limit: 10 });
  });

  test('reads every filter', () => {
    const query = {
      search: ' गया ',
      urgency: 'low',
      district: 'Patna',
      block: 'Danapur',
      subject: 'Hindi',
      classRange: '1-5',
    };
    expect(listQuerySchema.parse({ ...query, page: '3', limit: '100' })).toEqual({
      ...query,
      search: 'गया',
      page: 3,
      limit: 100,
    });
  });

  test('ignores empty filters', () => {
    const empty = Object.fromEntries(filterNames.map((name) => [name, '']));
    expect(listQuerySchema.parse(empty)).toEqual({ page: 1, limit: 10 });
  });

  test('accepts a block without its district if there is such a block, and any block', () => {
    expect(listQuerySchema.parse({ block: 'Jagdishpur' }).block).toBe('Jagdishpur');
    expect(listQuerySchema.parse({ block: 'Any block' }).block).toBe('Any block');
    expect(listQuerySchema.parse({ district: 'Patna', block: 'Any block' }).block).toBe('Any block');
  });

  test.each([
    ['page', '0', 'Please give a number from 1 to 999999999.'],
    ['page', '', 'Please give a number from 1 to 999999999.'],
    ['page', '-1', 'Please give a number from 1 to 999999999.'],
    ['page', '1.5', 'Please give a number from 1 to 999999999.'],
    ['page', '1e3', 'Please give a number from 1 to 999999999.'],
    ['page', '9'.repeat(40), 'Please give a number from 1 to 999999999.'],
    ['page', 'NaN', 'Please give a number from 1 to 999999999.'],
    ['limit', '0', 'Please give a number from 1 to 100.'],
    ['limit', '101', 'Please give a number from 1 to 100.'],
    ['limit', ' 5', 'Please give a number from 1 to 100.'],
    ['search', 'x'.repeat(101), 'Please write at most 100 characters.'],
    ['search', 'a\0', english['text.characters']],
    ['district', 'Ranchi', english['district.unknown']],
    ['block', 'Nowhere', english['block.unknown']],
  ])('with %s %j is refused at that field, in both languages', (field, value, text) => {
    expect(querySentences({ [field]: value })).toEqual({ [field]: text });
    expect(querySentences({ [field]: value }, 'hi')[field]).toMatch(/\p{Script=Devanagari}/u);
  });

  test('refuses a block of another district', () => {
    expect(querySentences({ district: 'Patna', block: 'Bodh Gaya' })).toEqual({
      block: english['block.unknown'],
    });
  });

  test.each(['page', 'limit', ...filterNames])('refuses %s if it is given twice', (field) => {
    expect(Object.keys(querySentences({ [field]: ['1', '2'] }))).toEqual([field]);
  });

  test('refuses unknown filters, each by its name', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,12}X$/), fc.string(), (key, value) => {
        expect(querySentences({ [key]: value })).toEqual({ [key]: english['field.unknown'] });
      }),
    );
  });

  test.each(['urgency', 'subject', 'classRange'])('refuses an invalid %s', (field) => {
    expect(Object.keys(querySentences({ [field]: 'other' }))).toEqual([field]);
  });
});
