/** Subject that a teacher teaches; `name` is on the wire, `code` is stored. */
export interface Subject {
  code: string;
  name: string;
  group: SubjectGroup;
}

/** Groups of the registration screen, in its order. */
export const subjectGroups = [
  'Languages',
  'Mathematics',
  'Sciences',
  'Social Sciences',
  'Commerce',
  'Arts & Others',
] as const;

export type SubjectGroup = (typeof subjectGroups)[number];

/** The 30 subjects of the specification, by group. */
export const subjects = [
  { code: 'hindi', name: 'Hindi', group: 'Languages' },
  { code: 'english', name: 'English', group: 'Languages' },
  { code: 'sanskrit', name: 'Sanskrit', group: 'Languages' },
  { code: 'urdu', name: 'Urdu', group: 'Languages' },
  { code: 'hindi-literature', name: 'Hindi Literature', group: 'Languages' },
  { code: 'english-literature', name: 'English Literature', group: 'Languages' },
  { code: 'mathematics', name: 'Mathematics', group: 'Mathematics' },
  {
    code: 'statistical-mathematics',
    name: 'Statistical Mathematics',

    group: 'Mathematics',
  },
  {
    code: 'maths-and-science',
    name: 'Maths & Science (6-8)',

    group: 'Mathematics',
  },
  { code: 'science', name: 'Science', group: 'Sciences' },
  { code: 'physics', name: 'Physics', group: 'Sciences' },
  { code: 'chemistry', name: 'Chemistry', group: 'Sciences' },
  { code: 'biology', name: 'Biology', group: 'Sciences' },
  {
    code: 'environmental-studies',
    name: 'Environmental Studies (EVS)',

    group: 'Sciences',
  },
  { code: 'home-science', name: 'Home Science', group: 'Sciences' },
  { code: 'social-science', name: 'Social Science', group: 'Social Sciences' },
  { code: 'history', name: 'History', group: 'Social Sciences' },
  { code: 'geography', name: 'Geography', group: 'Social Sciences' },
  {
    code: 'political-science',
    name: 'Political Science',

    group: 'Social Sciences',
  },
  { code: 'economics', name: 'Economics', group: 'Social Sciences' },
  { code: 'psychology', name: 'Psychology', group: 'Social Sciences' },
  { code: 'sociology', name: 'Sociology', group: 'Social Sciences' },
  { code: 'philosophy', name: 'Philosophy', group: 'Social Sciences' },
  { code: 'accountancy', name: 'Accountancy', group: 'Commerce' },
  { code: 'business-studies', name: 'Business Studies', group: 'Commerce' },
  { code: 'drawing', name: 'Drawing', group: 'Arts & Others' },
  { code: 'fine-arts', name: 'Fine Arts', group: 'Arts & Others' },
  { code: 'music', name: 'Music', group: 'Arts & Others' },
  {
    code: 'physical-education',
    name: 'Physical Education',

    group: 'Arts & Others',
  },
  { code: 'general-subject', name: 'General Subject', group: 'Arts & Others' },
] as const satisfies readonly Subject[];

export { otherSubjectNames } from './subject-aliases.ts';

/** English names, as the wire carries them. */
export const subjectNames = subjects.map((subject) => subject.name);

const byCode = new Map<string, Subject>(subjects.map((subject) => [subject.code, subject]));
const byName = new Map<string, Subject>(subjects.map((subject) => [subject.name, subject]));

/**
 * Returns the subject with a code.
 * @throws {RangeError} if there is none, because only stored codes are looked up.
 */
export function subjectByCode(code: string): Subject {
  const subject = byCode.get(code);
  if (subject === undefined) throw new RangeError(`No subject has the code ${code}`);
  return subject;
}

/** Returns the subject with an English name, or undefined. */
export function subjectByName(name: string): Subject | undefined {
  return byName.get(name);
}
