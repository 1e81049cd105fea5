import { recordKeys, recordOf } from '../record-names.ts';

/** How the product uses a field. The account of its owner and the data export contain every field. */
interface TeacherField {
  /** Column of `users`. */
  column: string;
  /** First form that asks for the field. The profile has every field. */
  askedBy: 'registration' | 'profile';
  /** An optional field is null in an account that does not state it, absent from a form that does not, and removed by null. */
  isOptional: boolean;
  /**
   * Other people who see the value, besides administrators. `everyone`: readers of lists. `access`: teachers who may contact others.
   * `candidates`: people in a match or a ring with the teacher. `papers`: members of an agreement, in its papers. `nobody`: no teacher.
   * From `papers` on, the value differs between the databases of two-worlds.test.ts, which no teacher can tell apart.
   */
  seenBy: 'everyone' | 'access' | 'candidates' | 'papers' | 'nobody';
  /** Privacy setting that hides the value from others. */
  hiddenBy?: `hide${string}`;
  /** Part of the correction by an administrator that has the field. */
  correctedAs?: 'contact' | 'posting' | 'teaching' | 'service';
  /** Name of the fact in a staff list that is compared with the value. */
  staffFact?: string;
}

/**
 * Every field that a teacher states about themselves, in the order in which screens show the settings that hide them. Schemas are in
 * `user.ts`, because pages that visitors load first import this file, and zod is too large for them.
 */
export const teacherFields = {
  name: {
    column: 'name',
    askedBy: 'registration',
    isOptional: false,
    seenBy: 'everyone',
    hiddenBy: 'hideName',
    correctedAs: 'contact',
    staffFact: 'name',
  },
  phone: {
    column: 'phone',
    askedBy: 'registration',
    isOptional: false,
    seenBy: 'access',
    hiddenBy: 'hidePhone',
    correctedAs: 'contact',
    staffFact: 'phone',
  },
  email: {
    column: 'email',
    askedBy: 'registration',
    isOptional: false,
    seenBy: 'access',
    hiddenBy: 'hideEmail',
    correctedAs: 'contact',
  },
  schoolName: {
    column: 'school_name',
    askedBy: 'registration',
    isOptional: false,
    seenBy: 'everyone',
    hiddenBy: 'hideSchoolName',
    correctedAs: 'posting',
  },
  district: {
    column: 'district',
    askedBy: 'registration',
    isOptional: false,
    seenBy: 'everyone',
    correctedAs: 'posting',
    staffFact: 'district',
  },
  postingBlock: {
    column: 'block',
    askedBy: 'registration',
    isOptional: false,
    seenBy: 'everyone',
    correctedAs: 'posting',
  },
  desiredDistrict: {
    column: 'desired_district',
    askedBy: 'registration',
    isOptional: false,
    seenBy: 'everyone',
  },
  desiredBlock: {
    column: 'desired_block',
    askedBy: 'registration',
    isOptional: false,
    seenBy: 'everyone',
  },
  subject: {
    column: 'subject',
    askedBy: 'registration',
    isOptional: false,
    seenBy: 'everyone',
    correctedAs: 'teaching',
  },
  classRange: {
    column: 'class_range',
    askedBy: 'registration',
    isOptional: false,
    seenBy: 'everyone',
    correctedAs: 'teaching',
  },
  category: {
    column: 'category',
    askedBy: 'registration',
    isOptional: true,
    seenBy: 'candidates',
    correctedAs: 'teaching',
  },
  recruitmentBatch: {
    column: 'recruitment_batch',
    askedBy: 'registration',
    isOptional: true,
    seenBy: 'papers',
    correctedAs: 'teaching',
  },
  joinedOn: {
    column: 'joined_on',
    askedBy: 'profile',
    isOptional: true,
    seenBy: 'papers',
    correctedAs: 'service',
  },
  teacherId: {
    column: 'teacher_id',
    askedBy: 'profile',
    isOptional: true,
    seenBy: 'papers',
    correctedAs: 'service',
    staffFact: 'employeeId',
  },
  designation: {
    column: 'designation',
    askedBy: 'profile',
    isOptional: true,
    seenBy: 'papers',
    correctedAs: 'service',
  },
} as const satisfies Record<string, TeacherField>;

type Table = typeof teacherFields;

export type TeacherFieldName = keyof Table;

/** Names of the fields with these facts. */
type NamesWith<Facts> = {
  [Name in TeacherFieldName]: Table[Name] extends Facts ? Name : never;
}[TeacherFieldName];

/** Returns the names of the fields with these facts, in the order of the table. */
export function fieldsWith<const Facts extends Partial<TeacherField>>(facts: Facts): NamesWith<Facts>[] {
  const wanted: Partial<TeacherField> = facts;
  const hasFacts = (field: TeacherField) => recordKeys(wanted).every((fact) => field[fact] === wanted[fact]);
  // The filter compares values, which TypeScript does not follow.
  return recordKeys(teacherFields).filter((name) => hasFacts(teacherFields[name])) as NamesWith<Facts>[];
}

export const optionalFields = fieldsWith({ isOptional: true });

export type OptionalField = (typeof optionalFields)[number];

export type ColumnOf<Name extends TeacherFieldName> = Table[Name]['column'];

type OptionalRow = Record<ColumnOf<OptionalField>, string | null>;

/** Returns the values of the optional fields in a row of `users`. */
export function optionalFieldsOf(row: OptionalRow): Record<OptionalField, string | null> {
  return recordOf(optionalFields, (name) => row[teacherFields[name].column]);
}

/** Returns the columns of optional fields. The column of a missing field is null. */
export function optionalColumnsOf(
  fields: Partial<Record<OptionalField, string | null | undefined>>,
): OptionalRow {
  const columns = optionalFields.map((name) => [teacherFields[name].column, fields[name] ?? null]);
  // `Object.fromEntries` types its keys as any string.
  return Object.fromEntries(columns) as OptionalRow;
}
