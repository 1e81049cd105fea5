import { expect, it } from 'vitest';
import { groupCsv } from './papers.routes.ts';

const seat = {
  ...{
    name: 'Asha',
    phone: '',
    email: '',
    category: 'school',
    batch: 'TRE 2',
    schoolName: 'Madhya Vidyalaya',
  },
  ...{ teacherId: null, designation: null, joinedOn: null, fromBlock: 'barh', toBlock: 'siwan' },
};
const agreement = { id: '1', number: 'G2346789', subject: 'urdu', class_range: '6-8' } as never;

it.each([
  ['en', 'Urdu,Class 6 to 8,School teacher (Vidyalaya Adhyapak)'],
  ['hi', 'उर्दू,कक्षा 6 से 8,विद्यालय अध्यापक'],
] as const)(
  'the group sheet names subject, class level and the kind of a teacher in the language of its headings (%s)',
  (language, kind) => {
    expect(groupCsv({ agreement, members: [seat] }, language)).toContain(`,${kind},TRE 2,G2346789`);
  },
);
