import { z } from 'zod';
import type { ContactPatterns } from '../accounts/contact-views.ts';
import type { Account } from '../accounts/user.ts';
import { momentInIndia } from '../language/date-time.ts';
import type { MessageKey, Messages } from '../language/messages.ts';
import type { UnexplainedPayment } from '../payments/unexplained-payment.ts';
import type { Names } from '../reference/names.ts';
import { classLevelCell } from '../reference/teaching.ts';
import type { Consent } from '../seasons/consent.ts';
import type { Exclusion } from '../seasons/exclusion.ts';
import type { Objection } from '../seasons/objection.ts';
import type { auditEntrySchema } from './audit-log.ts';
import type { HeldText, Undelivered } from './open-work.ts';
import type { Report } from './report.ts';

export type CsvCell = string | number | null | undefined;

/** Name of a column of a CSV file, whose heading is the text `heading.` of this name. */
export type CsvHeading = MessageKey extends infer Key
  ? Key extends `heading.${infer Name}`
    ? Name
    : never
  : never;

/** Texts and names in the language of the reader of a file. */
export interface CsvTexts {
  say: Messages;
  names: Names;
}

/** Columns of a CSV file: their names with functions that return the cell of a row, in the reader's language. */
export type CsvColumns<Row> = {
  readonly [Name in CsvHeading]?: (row: Row, texts: CsvTexts) => CsvCell;
};

/** Returns the cell of a fact that is true or not. */
export function yesCell(isTrue: boolean | undefined, { say }: CsvTexts): CsvCell {
  return isTrue === true ? say('cell.yes') : '';
}

/** Column of a list of the Admin Panel, for its table, its orders and its CSV file. */
interface ListColumn<Row> {
  /** Key of the heading in the screens' catalogues. Absent: the column is only in the file. */
  heading?: string;
  /** Value of the API parameter `sort` for the ascending order. */
  sort?: string;
  /** Shown only if the administrator chooses it. */
  isExtra?: true;
  /** Text of any length, which a row of two lines cuts. */
  isText?: true;
  /** Columns of the file. Absent: the column is only on the screen. */
  csv?: CsvColumns<Row>;
}

/** Columns of a list in the order of its file. The screen has its own order, beginning with the column of row headers. */
type ListColumns<Row> = Readonly<Record<string, ListColumn<Row>>>;

/** Returns the columns of the file of a list. */
export function csvColumnsOf<Row>(columns: ListColumns<Row>): CsvColumns<Row> {
  return Object.assign({}, ...Object.values(columns).map(({ csv }) => csv));
}

/** Names of the orders of a list. */
export type SortOf<Columns> = {
  [Key in keyof Columns]: Columns[Key] extends { sort: infer Sort extends string } ? Sort : never;
}[keyof Columns];

/** Returns the schema of the parameter `sort`. `created` is the order that `newest` and `oldest` name. */
function sortParameter<Columns extends ListColumns<never>>(columns: Columns, created: SortOf<Columns>) {
  // TypeScript does not infer the literals of `sort` from the values.
  const names = Object.values(columns).flatMap(({ sort }) => sort ?? []) as SortOf<Columns>[];
  const descending = names.map((name) => `-${name}` as const);
  return z
    .enum(['newest', 'oldest', ...names, ...descending], { error: 'field.choice' })
    .optional()
    .describe(
      `Order of the rows; \`-\` before a name reverses it, \`newest\` is \`-${created}\` and \`oldest\` is \`${created}\``,
    );
}

const moment = (at: string | null | undefined) => at && momentInIndia(new Date(at));

const personColumns = {
  name: { heading: 'admin.name', sort: 'name', isText: true },
  contact: { heading: 'admin.contact', isText: true },
  school: { heading: 'person.school', sort: 'school', isExtra: true, isText: true },
  place: { heading: 'where.place', sort: 'district', isText: true },
} as const;

export const teacherColumns = {
  name: {
    ...personColumns.name,
    csv: {
      Account: ({ _id }) => _id,
      Name: ({ name }) => name,
      'Employee id': ({ teacherId }) => teacherId,
      Verified: ({ isVerified }, texts) => yesCell(isVerified, texts),
    },
  },
  contact: {
    ...personColumns.contact,
    csv: { Email: ({ email }) => email, Phone: ({ phone }) => phone },
  },
  school: { ...personColumns.school, csv: { School: ({ schoolName }) => schoolName } },
  place: {
    ...personColumns.place,
    csv: {
      District: ({ district }, { names }) => district && names.district(district),
      Block: ({ district, postingBlock }, { names }) =>
        district && postingBlock && names.block(district, postingBlock),
      'Wished district': ({ desiredDistrict }, { names }) =>
        desiredDistrict && names.district(desiredDistrict),
      'Wished block': ({ desiredDistrict, desiredBlock }, { names }) =>
        desiredDistrict && desiredBlock && names.block(desiredDistrict, desiredBlock),
    },
  },
  teaches: {
    heading: 'admin.teaches',
    sort: 'subject',
    isText: true,
    csv: {
      Subject: ({ subject }, { names }) => subject && names.subject(subject),
      Level: ({ classRange }, { say }) => classRange && classLevelCell(classRange, say),
    },
  },
  category: {
    heading: 'register.category',
    isExtra: true,
    csv: { Category: ({ category }, { names }) => category && names.category(category) },
  },
  status: {
    heading: 'browse.status',
    csv: {
      Active: ({ isActive }, texts) => yesCell(isActive, texts),
      Paid: ({ isPaid }, texts) => yesCell(isPaid, texts),
    },
  },
  joined: {
    heading: 'admin.joinedOn',
    sort: 'joined',
    csv: { Registered: ({ createdAt }) => moment(createdAt) },
  },
  actions: { heading: 'admin.actions' },
} as const satisfies ListColumns<Partial<Account>>;

/** The file of payments has a row for each payment, see `admin/downloads.ts`. */
export const paymentColumns = {
  ...personColumns,
  amount: { heading: 'admin.amount', sort: 'amount' },
  paid: { heading: 'admin.paidOn', sort: 'paid' },
} as const satisfies ListColumns<never>;

export type PeopleOrder = SortOf<typeof teacherColumns> | SortOf<typeof paymentColumns>;

/** The lists of teachers and of payments have the same orders. */
export const peopleSort = sortParameter({ ...teacherColumns, ...paymentColumns }, 'joined');

export type PeopleSort = NonNullable<z.output<typeof peopleSort>>;

/** The file of agreements has a row for each member, see `admin/agreements/agreements-csv.ts`. */
export const agreementColumns = {
  number: { heading: 'admin.agreements.number' },
  state: { heading: 'browse.status', sort: 'state' },
  members: { heading: 'agreements.members', isText: true },
  subject: { heading: 'person.subject', sort: 'subject', isText: true },
  size: { heading: 'admin.agreements.size', sort: 'size', isExtra: true },
  deadline: { heading: 'admin.agreements.deadline', sort: 'deadline' },
  joined: { heading: 'admin.agreements.joined', isExtra: true },
  source: { heading: 'admin.agreements.source', isExtra: true },
  created: { heading: 'admin.agreements.created', sort: 'created' },
  agreed: { heading: 'admin.agreements.agreed', isExtra: true },
  ended: { heading: 'admin.agreements.ended', isExtra: true },
} as const satisfies ListColumns<never>;

export const agreementSort = sortParameter(agreementColumns, 'created');

export const reportColumns = {
  id: { csv: { Report: ({ _id }) => _id, Number: ({ complaint }) => complaint?.number } },
  when: { heading: 'admin.auditWhen', csv: { 'Reported at': ({ createdAt }) => moment(createdAt) } },
  report: {
    heading: 'adminReports.report',
    csv: { Reason: ({ reason }, { say }) => say(`report.${reason}`), Words: ({ words }) => words },
  },
  by: {
    heading: 'adminReports.by',
    csv: {
      Reporter: ({ reporter }) => reporter?._id,
      'Reporter name': ({ reporter, complaint }) => reporter?.name ?? complaint?.name,
      Contact: ({ complaint }) => complaint?.contact,
    },
  },
  teacher: {
    heading: 'adminReports.teacher',
    csv: {
      Reported: ({ reported }) => reported?._id,
      'Reported name': ({ reported }) => reported?.name,
      District: ({ reported }, { names }) => reported?.district && names.district(reported.district),
      'Reports of this teacher': ({ reportsOfTeacher }) => reportsOfTeacher,
    },
  },
  texts: { csv: { Request: ({ requestText }) => requestText, Alert: ({ alertText }) => alertText } },
  decision: {
    heading: 'adminReports.decided',
    csv: {
      'Answer due': ({ complaint }) => complaint && moment(complaint.dueAt),
      Decision: ({ decision }, { say }) => decision && say(`cell.decision.${decision}`),
      'Decided at': ({ decidedAt }) => moment(decidedAt),
      'Decision words': ({ decisionWords }) => decisionWords,
    },
  },
} as const satisfies ListColumns<Report>;

export const heldTextColumns = {
  id: { csv: { Text: ({ _id }) => _id } },
  when: { heading: 'admin.auditWhen', csv: { 'Written at': ({ createdAt }) => moment(createdAt) } },
  kind: { heading: 'admin.held.kind', csv: { Kind: ({ kind }) => kind } },
  writer: {
    heading: 'admin.held.writer',
    csv: {
      Writer: ({ writer }) => writer._id,
      'Writer name': ({ writer }) => writer.name,
      Recipient: ({ recipient }) => recipient?._id,
      'Recipient name': ({ recipient }) => recipient?.name,
    },
  },
  risks: { csv: { Risks: ({ risks }) => risks.join(' ') } },
  text: { heading: 'admin.held.text', csv: { Words: ({ texts }) => texts.join('\n') } },
  actions: { heading: 'admin.actions' },
} as const satisfies ListColumns<HeldText>;

export const undeliveredColumns = {
  id: { csv: { Notice: ({ _id }) => _id } },
  ended: { heading: 'admin.undelivered.endedAt', csv: { 'Ended at': ({ endedAt }) => moment(endedAt) } },
  kind: { csv: { Kind: ({ kind }) => kind } },
  channel: { heading: 'admin.undelivered.channel', csv: { Channel: ({ channel }) => channel } },
  name: {
    heading: 'admin.name',
    csv: { Recipient: ({ recipient }) => recipient._id, 'Recipient name': ({ recipient }) => recipient.name },
  },
  attempts: { csv: { Attempts: ({ attempts }) => attempts } },
  error: { heading: 'admin.undelivered.error', csv: { Error: ({ error }) => error } },
  actions: { heading: 'admin.undelivered.action' },
} as const satisfies ListColumns<Undelivered>;

export const consentColumns = {
  teacher: {
    heading: 'admin.name',
    csv: { Account: ({ teacher }) => teacher._id, Name: ({ teacher }) => teacher.name },
  },
  place: {
    heading: 'where.place',
    csv: {
      District: ({ district }, { names }) => district && names.district(district),
      Block: ({ district, block }, { names }) => district && block && names.block(district, block),
    },
  },
  teaches: {
    heading: 'admin.teaches',
    csv: {
      Subject: ({ subject }, { names }) => subject && names.subject(subject),
      Level: ({ classRange }, { say }) => classRange && classLevelCell(classRange, say),
    },
  },
  given: { heading: 'admin.consents.given', csv: { Consented: ({ givenAt }) => moment(givenAt) } },
  sentence: { csv: { Sentence: ({ sentence }) => sentence } },
} as const satisfies ListColumns<Consent>;

export const objectionColumns = {
  teacher: {
    heading: 'admin.name',
    csv: { Account: ({ teacher }) => teacher._id, Name: ({ teacher }) => teacher.name },
  },
  district: {
    heading: 'admin.exclusions.district',
    csv: { District: ({ district }, { names }) => district && names.district(district) },
  },
  agreement: { heading: 'admin.agreements.number', csv: { Agreement: ({ agreement }) => agreement.number } },
  objection: {
    heading: 'admin.objections.objection',
    csv: {
      Category: ({ category }, { say }) => say(`objection.${category}`),
      Text: ({ text }) => text,
      'Objected at': ({ createdAt }) => moment(createdAt),
    },
  },
  due: { heading: 'admin.objections.due', csv: { 'Reply due': ({ due }) => moment(due) } },
  reply: {
    heading: 'admin.objections.reply',
    csv: {
      Reply: ({ reply }, { say }) => reply && say(`objectionReply.${reply.result}`),
      'Reply text': ({ reply }) => reply?.text,
      'Replied at': ({ reply }) => reply && moment(reply.at),
      'Replied by': ({ repliedBy }) => repliedBy,
    },
  },
} as const satisfies ListColumns<Objection>;

export const exclusionColumns = {
  teacher: { heading: 'admin.name' },
  district: { heading: 'admin.exclusions.district' },
  reason: { heading: 'admin.exclusions.reason' },
  until: { heading: 'admin.exclusions.until' },
  recorded: { heading: 'admin.exclusions.recorded' },
  actions: { heading: 'admin.actions' },
} as const satisfies ListColumns<Exclusion>;

export const unexplainedPaymentColumns = {
  found: { heading: 'admin.unexplained.found' },
  amount: { heading: 'admin.unexplained.amount' },
  reason: { heading: 'admin.unexplained.why' },
  teacher: { heading: 'admin.unexplained.teacher' },
  payment: { heading: 'admin.unexplained.payment' },
  decision: { heading: 'admin.unexplained.decision' },
} as const satisfies ListColumns<UnexplainedPayment>;

/** Account or address with an unusual number of opened contacts. The screen has a table of each, the file has both. */
export type ContactPattern = Partial<
  ContactPatterns['accounts'][number] & ContactPatterns['addresses'][number]
>;

export const contactPatternColumns = {
  name: {
    heading: 'admin.name',
    csv: {
      Account: ({ user }) => user?._id,
      Name: ({ user }) => user?.name,
      Email: ({ user }) => user?.email,
    },
  },
  address: { heading: 'admin.contacts.address', csv: { Address: ({ address }) => address } },
  accounts: { heading: 'admin.contacts.accounts', csv: { Accounts: ({ accounts }) => accounts } },
  openedLastHour: {
    heading: 'admin.contacts.openedLastHour',
    csv: { 'Opened last hour': ({ openedLastHour }) => openedLastHour },
  },
  openedLastDay: {
    heading: 'admin.contacts.openedLastDay',
    csv: { 'Opened last day': ({ openedLastDay }) => openedLastDay },
  },
  refusedLastDay: {
    heading: 'admin.contacts.refusedLastDay',
    csv: { 'Refused last day': ({ refusedLastDay }) => refusedLastDay },
  },
  openedWithoutStanding: {
    heading: 'admin.contacts.openedWithoutStanding',
    csv: { 'Opened without standing': ({ openedWithoutStanding }) => openedWithoutStanding },
  },
} as const satisfies ListColumns<ContactPattern>;

/** Entry of the audit log as its file has it: a sentence, with the ids of the people and their names at that time. */
export type AuditLine = Pick<
  z.infer<typeof auditEntrySchema>,
  'happenedAt' | 'action' | 'address' | 'details' | 'agreementNumber' | 'isRefused'
> &
  Record<'actorId' | 'actorName' | 'impersonatorId' | 'subjectId' | 'subjectName', string | null> & {
    sentence: string;
  };

export const auditColumns = {
  when: { heading: 'admin.auditWhen', csv: { Time: ({ happenedAt }) => moment(happenedAt) } },
  action: {
    heading: 'admin.auditAction',
    csv: {
      Sentence: ({ sentence }) => sentence,
      Actor: ({ actorId }) => actorId,
      'Actor name': ({ actorName }) => actorName,
      Impersonator: ({ impersonatorId }) => impersonatorId,
      Action: ({ action }) => action,
      Refused: ({ isRefused }, texts) => yesCell(isRefused, texts),
      'Subject id': ({ subjectId }) => subjectId,
      'Subject name': ({ subjectName }) => subjectName,
    },
  },
  address: { heading: 'admin.auditAddress', csv: { Address: ({ address }) => address } },
  agreement: { csv: { Agreement: ({ agreementNumber }) => agreementNumber } },
  details: { heading: 'browse.details', csv: { Details: ({ details }) => JSON.stringify(details) } },
} as const satisfies ListColumns<AuditLine>;
