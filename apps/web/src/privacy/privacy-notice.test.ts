import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { teacherFields } from '@mutual-transfer/domain/accounts/teacher-fields';
import { PRIVACY_NOTICE_VERSION } from '@mutual-transfer/domain/constants';
import { retention } from '@mutual-transfer/domain/retention';
import { expect, it } from 'vitest';
import { texts as operatorInEnglish } from '../platform/i18n/texts/en-operator.ts';
import { texts as recordInEnglish } from '../platform/i18n/texts/en-record.ts';
import { texts as english } from '../platform/i18n/texts/en-visitor.ts';
import { texts as operatorInHindi } from '../platform/i18n/texts/hi-operator.ts';
import { texts as recordInHindi } from '../platform/i18n/texts/hi-record.ts';
import { texts as hindi } from '../platform/i18n/texts/hi-visitor.ts';

const recordLabels = [recordInEnglish, recordInHindi].map(
  ({ record }): Partial<Record<string, string>> => record.field,
);

/** Words of the notice for each column of `users` that says something about a teacher: by default, the label in the data export. */
const named: Record<string, string[]> = {
  ...Object.fromEntries(
    Object.values(teacherFields).map(({ column }) => [
      column,
      recordLabels.map((labels) => (labels[column] ?? `no label of ${column}`).toLowerCase()),
    ]),
  ),
  phone_claimed_at: ['phone', 'फ़ोन'],
  phone_set_by_office: ['phone', 'फ़ोन'],
  email_confirmed_at: ['email', 'ईमेल'],
  email_stopped_at: ['email', 'ईमेल'],
  email_bounced_at: ['email', 'ईमेल'],
  password_hash: ['password', 'पासवर्ड'],
  district: ['place of work', 'कार्यस्थल'],
  block: ['place of work', 'कार्यस्थल'],
  desired_district: ['the place you want', 'इच्छित स्थान'],
  desired_block: ['the place you want', 'इच्छित स्थान'],
  class_range: ['class level', 'कक्षा स्तर'],
  category: ['category', 'शिक्षक का प्रकार'],
  recruitment_batch: ['recruitment batch', 'भर्ती का चरण'],
  joined_on: ['the day you joined', 'आने की तारीख़'],
  own_hide_name: ['settings', 'सेटिंग'],
  own_hide_phone: ['settings', 'सेटिंग'],
  own_hide_email: ['settings', 'सेटिंग'],
  own_hide_school_name: ['settings', 'सेटिंग'],
  hide_name: ['settings', 'सेटिंग'],
  hide_phone: ['settings', 'सेटिंग'],
  hide_email: ['settings', 'सेटिंग'],
  hide_school_name: ['settings', 'सेटिंग'],
  has_posted: ['requests', 'अनुरोध'],
  contact_preference: ['settings', 'सेटिंग'],
  verified_at: ['verified you', 'सत्यापन'],
  verified_how: ['verified you', 'सत्यापन'],
  verified_by: ['verified you', 'सत्यापन'],
  verified_note: ['verified you', 'सत्यापन'],
  paid_at: ['paid', 'भुगतान'],
  paid_rupees: ['paid', 'भुगतान'],
  language: ['language', 'भाषा'],
  signed_in_at: ['last signed in', 'लॉग इन'],
  came_by: ['shared link', 'साझा लिंक'],
};
/** Columns that say nothing about a teacher: keys, the state of the account, the mark of demo data, and columns of administrators. */
const unnamed = [
  ...['id', 'role', 'is_active', 'is_demo', 'created_at', 'administers', 'office', 'password_is_temporary'],
  ...['factor_salt', 'factor_new_salt', 'factor_on_at', 'factor_step', 'recovery_codes', 'search_letters'],
];

const columnsOfUsers = () => {
  const schema = readFileSync(
    new URL('../../../server/src/platform/database/schema.sql', import.meta.url),
    'utf8',
  );
  const [, table = ''] = /create table users \(\n(.*?)\n\);/s.exec(schema) ?? [];
  return [...table.matchAll(/^ {2}(\w+) /gm)].flatMap(([, name = '']) =>
    name === 'constraint' ? [] : [name],
  );
};

it('names every column that is stored about a teacher, in both languages', () => {
  expect([...Object.keys(named), ...unnamed].toSorted()).toEqual(columnsOfUsers().toSorted());
  for (const [inEnglish, inHindi] of Object.values(named)) {
    expect(english.notice.what.text).toContain(inEnglish);
    expect(hindi.notice.what.text).toContain(inHindi);
  }
});

it('has a new version whenever its text changes', () => {
  const kept = [operatorInEnglish.retention, operatorInHindi.retention, retention];
  const text = JSON.stringify([english.notice, hindi.notice, ...kept]);
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12);
  // After a change of the text: set PRIVACY_NOTICE_VERSION to the day of the change, and write the new hash here.
  expect([PRIVACY_NOTICE_VERSION, hash]).toEqual(['2026-11-28', 'fb54558a2921']);
});
