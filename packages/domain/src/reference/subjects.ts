/** A subject a teacher teaches; `name` is on the wire, `code` is stored. */
export interface Subject {
  readonly code: string;
  readonly name: string;
  readonly nameHindi: string;
  readonly group: SubjectGroup;
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
  { code: 'hindi', name: 'Hindi', nameHindi: 'हिंदी', group: 'Languages' },
  { code: 'english', name: 'English', nameHindi: 'अंग्रेज़ी', group: 'Languages' },
  { code: 'sanskrit', name: 'Sanskrit', nameHindi: 'संस्कृत', group: 'Languages' },
  { code: 'urdu', name: 'Urdu', nameHindi: 'उर्दू', group: 'Languages' },
  { code: 'hindi-literature', name: 'Hindi Literature', nameHindi: 'हिंदी साहित्य', group: 'Languages' },
  { code: 'english-literature', name: 'English Literature', nameHindi: 'अंग्रेज़ी साहित्य', group: 'Languages' },
  { code: 'mathematics', name: 'Mathematics', nameHindi: 'गणित', group: 'Mathematics' },
  {
    code: 'statistical-mathematics',
    name: 'Statistical Mathematics',
    nameHindi: 'सांख्यिकीय गणित',
    group: 'Mathematics',
  },
  {
    code: 'maths-and-science',
    name: 'Maths & Science (6-8)',
    nameHindi: 'गणित एवं विज्ञान (6-8)',
    group: 'Mathematics',
  },
  { code: 'science', name: 'Science', nameHindi: 'विज्ञान', group: 'Sciences' },
  { code: 'physics', name: 'Physics', nameHindi: 'भौतिकी', group: 'Sciences' },
  { code: 'chemistry', name: 'Chemistry', nameHindi: 'रसायन विज्ञान', group: 'Sciences' },
  { code: 'biology', name: 'Biology', nameHindi: 'जीव विज्ञान', group: 'Sciences' },
  {
    code: 'environmental-studies',
    name: 'Environmental Studies (EVS)',
    nameHindi: 'पर्यावरण अध्ययन (EVS)',
    group: 'Sciences',
  },
  { code: 'home-science', name: 'Home Science', nameHindi: 'गृह विज्ञान', group: 'Sciences' },
  { code: 'social-science', name: 'Social Science', nameHindi: 'सामाजिक विज्ञान', group: 'Social Sciences' },
  { code: 'history', name: 'History', nameHindi: 'इतिहास', group: 'Social Sciences' },
  { code: 'geography', name: 'Geography', nameHindi: 'भूगोल', group: 'Social Sciences' },
  {
    code: 'political-science',
    name: 'Political Science',
    nameHindi: 'राजनीति विज्ञान',
    group: 'Social Sciences',
  },
  { code: 'economics', name: 'Economics', nameHindi: 'अर्थशास्त्र', group: 'Social Sciences' },
  { code: 'psychology', name: 'Psychology', nameHindi: 'मनोविज्ञान', group: 'Social Sciences' },
  { code: 'sociology', name: 'Sociology', nameHindi: 'समाजशास्त्र', group: 'Social Sciences' },
  { code: 'philosophy', name: 'Philosophy', nameHindi: 'दर्शनशास्त्र', group: 'Social Sciences' },
  { code: 'accountancy', name: 'Accountancy', nameHindi: 'लेखाशास्त्र', group: 'Commerce' },
  { code: 'business-studies', name: 'Business Studies', nameHindi: 'व्यवसाय अध्ययन', group: 'Commerce' },
  { code: 'drawing', name: 'Drawing', nameHindi: 'चित्रकला', group: 'Arts & Others' },
  { code: 'fine-arts', name: 'Fine Arts', nameHindi: 'ललित कला', group: 'Arts & Others' },
  { code: 'music', name: 'Music', nameHindi: 'संगीत', group: 'Arts & Others' },
  {
    code: 'physical-education',
    name: 'Physical Education',
    nameHindi: 'शारीरिक शिक्षा',
    group: 'Arts & Others',
  },
  { code: 'general-subject', name: 'General Subject', nameHindi: 'सामान्य विषय', group: 'Arts & Others' },
] as const satisfies readonly Subject[];

/** English names, as the wire carries them. */
export const subjectNames = subjects.map((subject) => subject.name);

const byCode = new Map<string, Subject>(subjects.map((subject) => [subject.code, subject]));
const byName = new Map<string, Subject>(subjects.map((subject) => [subject.name, subject]));

/** @throws {RangeError} when no subject has the code: only codes the product stored are asked for. */
export function subjectByCode(code: string): Subject {
  const subject = byCode.get(code);
  if (subject === undefined) throw new RangeError(`No subject has the code ${code}`);
  return subject;
}

/** The subject of that English name, or undefined. */
export function subjectByName(name: string): Subject | undefined {
  return byName.get(name);
}
