import { expect, test } from 'vitest';
import { subjectByCode, subjectByName, subjectGroups, subjectNames, subjects } from './subjects.ts';
import { categories, classLevels, classRanges, recruitmentBatches } from './teaching.ts';

/** In the decided order, which is that of the registration screen. */
const groups = {
  Languages: ['Hindi', 'English', 'Sanskrit', 'Urdu', 'Hindi Literature', 'English Literature'],
  Mathematics: ['Mathematics', 'Statistical Mathematics', 'Maths & Science (6-8)'],
  Sciences: ['Science', 'Physics', 'Chemistry', 'Biology', 'Environmental Studies (EVS)', 'Home Science'],
  'Social Sciences': [
    'Social Science',
    'History',
    'Geography',
    'Political Science',
    'Economics',
    'Psychology',
    'Sociology',
    'Philosophy',
  ],
  Commerce: ['Accountancy', 'Business Studies'],
  'Arts & Others': ['Drawing', 'Fine Arts', 'Music', 'Physical Education', 'General Subject'],
};

test('the 30 subjects are in their six groups', () => {
  expect(subjects).toHaveLength(30);
  expect(subjectGroups).toEqual(Object.keys(groups));
  const grouped = Object.groupBy(subjects, ({ group }) => group);
  for (const [group, names] of Object.entries(groups)) {
    expect(grouped[group as keyof typeof groups]?.map(({ name }) => name)).toEqual(names);
  }
});

test('codes and names are unique', () => {
  for (const key of ['code', 'name'] as const) {
    expect(new Set(subjects.map((subject) => subject[key])).size).toBe(30);
  }
  expect(subjects.filter(({ code }) => !/^[a-z]+(-[a-z]+)*$/.test(code))).toEqual([]);
});

test('subjects are found by code and by name, and by nothing else', () => {
  for (const subject of subjects) {
    expect(subjectByCode(subject.code)).toBe(subject);
    expect(subjectByName(subject.name)).toBe(subject);
  }
  expect(subjectNames).toHaveLength(30);
  expect(subjectByName('hindi')).toBeUndefined();
  expect(subjectByName('')).toBeUndefined();
  expect(() => subjectByCode('Hindi')).toThrow(RangeError);
});

test('there are four class levels', () => {
  expect(classRanges).toEqual(['1-5', '6-8', '9-10', '11-12']);
  expect(classLevels.map(({ name }) => name)).toEqual([
    '1-5 Primary',
    '6-8 Upper Primary',
    '9-10 Secondary',
    '11-12 Senior Secondary',
  ]);
});

test('there are three categories of service and three batches', () => {
  expect(categories.map(({ code }) => code)).toEqual(['regular', 'special', 'school']);
  expect(recruitmentBatches).toEqual(['TRE 1', 'TRE 2', 'TRE 3']);
});
