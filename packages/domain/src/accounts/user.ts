import { z } from 'zod';
import {
  EMAIL_MAXIMUM_LENGTH,
  NAME_MAXIMUM_LENGTH,
  NAME_MINIMUM_LENGTH,
  PRIVACY_NOTICE_VERSION,
  SCHOOL_NAME_MAXIMUM_LENGTH,
  STATE,
  TEACHER_ID_MAXIMUM_LENGTH,
} from '../constants.ts';
import { countCharacters, isStorable, line } from '../language/text.ts';
import { textRisks } from '../language/text-risks.ts';
import { typedContact, typedEmployeeId } from '../language/typed-values.ts';
import { recordKeys, recordOf } from '../record-names.ts';
import { blockFits, blockNameSchema, districtNameSchema } from '../reference/place.ts';
import { ANY_BLOCK } from '../reference/places.ts';
import { subjectByName } from '../reference/subjects.ts';
import { categoryCodes, classRanges, isTaughtAt, recruitmentBatches } from '../reference/teaching.ts';
import { contactPreferences, privacyKeys } from '../requests/transfer-request-words.ts';
import { shareCodeSchema } from '../shares/share.ts';
import { emailSchema, givenPasswordSchema, newPasswordSchema, phoneSchema } from './credentials.ts';
import { aliasedFields, takingAliases } from './person-aliases.ts';
import { typedName } from './person-name.ts';
import { phoneCodeSchema } from './phone-code.ts';
import { nameProblem } from './reserved-names.ts';
import { captchaFields } from './security-check.ts';
import {
  fieldsWith,
  type OptionalField,
  optionalFields,
  type TeacherFieldName,
  teacherFields,
} from './teacher-fields.ts';

export const namedPersonSchema = z.strictObject({ _id: z.uuid(), name: z.string() });

/** Teacher in an administrator's list, who may be posted outside the administrator's districts. */
export const namedTeacherSchema = namedPersonSchema.extend({
  isElsewhere: z
    .literal(true)
    .optional()
    .describe('Posted outside the districts of the administrator, who cannot open the page of the teacher'),
});

/** Fields that a teacher hides from others. A request can hide additional fields while it is open. */
export const privacySettingsSchema = z
  .strictObject(recordOf(privacyKeys, () => z.boolean()))
  .meta({ id: 'PrivacySettings' });

export type PrivacySettings = z.infer<typeof privacySettingsSchema>;

/** `PUT /auth/privacy` and `PUT /requests/{id}/privacy`: all four settings are required. */
export const privacyChangeSchema = z
  .strictObject({ privacySettings: privacySettingsSchema })
  .meta({ id: 'PrivacyChange' });

/** Privacy settings of a form; a missing setting means not hidden. */
export const chosenPrivacySchema = privacySettingsSchema.partial().default({});

export { HIDDEN } from '../constants.ts';

const EARLIEST_JOINING = '1950-01-01';

export const roles = ['teacher', 'admin'] as const;

/** Scope of an administrator. `state`: the whole state. `district`: the teachers posted in some districts. */
export const administratorRoles = ['state', 'district'] as const;
export type Role = (typeof roles)[number];

/** English name of a subject. */
export const subjectNameSchema = z
  .string({ error: 'field.required' })
  .min(1, { error: 'field.required' })
  .refine((name) => name === '' || subjectByName(name) !== undefined, { error: 'field.choice' });

export const classRangeSchema = z.enum(classRanges, {
  error: (issue) => (issue.input === undefined || issue.input === '' ? 'field.required' : 'field.choice'),
});

/** Schema of each field of a teacher, stated. */
export const teacherFieldSchemas = {
  name: line(NAME_MINIMUM_LENGTH, NAME_MAXIMUM_LENGTH)
    .overwrite(typedName)
    .superRefine((name, context) => {
      // A text that is too long is refused already.
      const message = countCharacters(name) > NAME_MAXIMUM_LENGTH ? undefined : nameProblem(name);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    }),
  email: emailSchema,
  phone: phoneSchema,
  schoolName: line(NAME_MINIMUM_LENGTH, SCHOOL_NAME_MAXIMUM_LENGTH).refine(
    (name) => textRisks(name).length === 0,
    { error: 'text.school' },
  ),
  district: districtNameSchema,
  postingBlock: blockNameSchema,
  desiredDistrict: districtNameSchema,
  desiredBlock: blockNameSchema,
  subject: subjectNameSchema,
  classRange: classRangeSchema,
  category: z.enum(categoryCodes, { error: 'field.choice' }),
  recruitmentBatch: z.enum(recruitmentBatches, { error: 'field.choice' }),
  /** Day on which a teacher joined the present school. The rules of a day may require it. */
  joinedOn: z.iso
    .date({ error: 'field.invalid' })
    .refine((day) => day >= EARLIEST_JOINING, { error: 'field.invalid' })
    .describe('By India’s calendar; not later than today'),
  /** The department's number of a teacher: letters, digits, and signs between them. */
  teacherId: line(1, TEACHER_ID_MAXIMUM_LENGTH)
    .overwrite(typedEmployeeId)
    .regex(/^[\p{L}\p{M}\p{N}]+([ ./-][\p{L}\p{M}\p{N}]+)*$/u, { error: 'field.invalid' }),
  designation: line(NAME_MINIMUM_LENGTH, NAME_MAXIMUM_LENGTH),
} satisfies Record<TeacherFieldName, z.ZodType>;

/** Returns the mask that selects these fields of an object schema. */
function maskOf<Name extends TeacherFieldName>(names: Name[]): Record<Name, true> {
  return recordOf(names, () => true as const);
}

/** All fields of a teacher, without the rules between them. */
const teacherSchema = z.strictObject(teacherFieldSchemas).partial(maskOf(optionalFields));

type Removable<Name extends TeacherFieldName> = {
  [Each in Name]: z.ZodOptional<z.ZodNullable<(typeof teacherFieldSchemas)[Each]>>;
};

/** Schemas of optional fields in a change: null removes the value. */
function removable<Name extends OptionalField>(names: Name[]): Removable<Name> {
  const shape = recordOf(names, (name) => teacherFieldSchemas[name].nullable().optional());
  // `recordOf` does not know which schema belongs to which name.
  return shape as unknown as Removable<Name>;
}

/** New posting of a teacher. The school's name is unchanged unless given. */
export const postingSchema = takingAliases(
  z
    .strictObject({
      district: teacherFieldSchemas.district,
      postingBlock: teacherFieldSchemas.postingBlock,
      schoolName: teacherFieldSchemas.schoolName.optional(),
    })
    .refine((value) => blockFits(value.district, value.postingBlock, false), {
      error: 'block.unknown',
      path: ['postingBlock'],
    }),
).meta({ id: 'Posting' });

export type Posting = z.output<typeof postingSchema>;

interface Teacher {
  subject: string;
  classRange: string;
  district: string;
  postingBlock: string;
  desiredDistrict: string;
  desiredBlock: string;
  category?: string | undefined;
  recruitmentBatch?: string | undefined;
}

/** Checks the rules between fields of a teacher. */
export function checkTeacher({ value, issues }: z.core.ParsePayload<Teacher>): void {
  const refuse = (field: keyof Teacher, message: string) =>
    issues.push({ code: 'custom', message, path: [field], input: value[field], continue: true });
  if (!blockFits(value.district, value.postingBlock, false)) refuse('postingBlock', 'block.unknown');
  if (!blockFits(value.desiredDistrict, value.desiredBlock, true)) refuse('desiredBlock', 'block.unknown');
  if (value.district === value.desiredDistrict && value.postingBlock === value.desiredBlock)
    refuse('desiredBlock', 'desired.same');
  if (!isTaughtAt(value.subject, value.classRange)) refuse('classRange', 'classRange.subject');
  if (value.recruitmentBatch !== undefined && value.category !== 'school')
    refuse('recruitmentBatch', 'batch.withoutCategory');
}

const registrationFields = teacherSchema
  .pick(maskOf(fieldsWith({ askedBy: 'registration' })))
  .extend({
    password: newPasswordSchema,
    confirmPassword: z.string({ error: 'field.required' }).min(1, { error: 'field.required' }),
    state: z.literal(STATE, { error: 'field.choice' }),
    privacySettings: chosenPrivacySchema,
    phoneCode: phoneCodeSchema
      .optional()
      .describe('Verifies the phone number, even if another account has it'),
    consentVersion: z
      .string()
      .max(20)
      .optional()
      .describe(
        'Version of the privacy notice that the person accepts. An account without that of the present notice is asked at its first sign-in',
      ),
    cameBy: shareCodeSchema.optional().describe('Code of the shared link that the teacher opened'),
    ...captchaFields,
  })
  .check(checkTeacher)
  .refine((value) => value.password === value.confirmPassword, {
    error: 'password.mismatch',
    path: ['confirmPassword'],
  });

/** `POST /auth/register`. */
export const registrationSchema = takingAliases(registrationFields).meta({ id: 'Registration' });

export type Registration = z.output<typeof registrationSchema>;

/** `PUT /auth/profile`: updates the given fields. A change of email or phone requires the password. */
export const profileChangeSchema = takingAliases(
  teacherSchema
    .extend({ currentPassword: givenPasswordSchema, phoneCode: phoneCodeSchema })
    .partial()
    .extend(removable(optionalFields)),
).meta({ id: 'ProfileChange' });

export type ProfileChange = z.output<typeof profileChangeSchema>;

/** All fields of a teacher's profile, as they must be after any change. */
export const teacherProfileSchema = teacherSchema
  .extend({ currentPassword: givenPasswordSchema.optional() })
  .check(checkTeacher);

/** Fields of a teacher that an administrator corrects, besides the posting. */
export const correctedFieldsSchema = teacherSchema
  .pick(
    maskOf([
      ...fieldsWith({ correctedAs: 'contact' }),
      ...fieldsWith({ correctedAs: 'teaching' }),
      ...fieldsWith({ correctedAs: 'service' }),
    ]),
  )
  .partial()
  .extend(removable(fieldsWith({ correctedAs: 'teaching', isOptional: true })))
  .extend(removable(fieldsWith({ correctedAs: 'service' })));

/** `PUT /auth/consent`: accepts the present privacy notice. */
export const noticeConsentSchema = z
  .strictObject({ version: z.literal(PRIVACY_NOTICE_VERSION, { error: 'field.choice' }) })
  .meta({ id: 'NoticeConsent' });

/** `PUT /auth/password` and `PUT /admin/password`. */
export const passwordChangeSchema = z
  .strictObject({ currentPassword: givenPasswordSchema, newPassword: newPasswordSchema })
  .meta({ id: 'PasswordChange' });

export type PasswordChange = z.output<typeof passwordChangeSchema>;

/** `DELETE /auth/account`. */
export const accountDeletionSchema = z
  .strictObject({ password: givenPasswordSchema })
  .meta({ id: 'AccountDeletion' });

/** `POST /auth/login`. */
export const loginSchema = z
  .strictObject({
    email: z
      .string({ error: 'field.required' })
      .max(1_000, { error: 'email.invalid' })
      .overwrite((text) => typedContact(text.slice(0, EMAIL_MAXIMUM_LENGTH + 1)))
      .min(1, { error: 'field.required' })
      .refine(isStorable, { error: 'email.invalid' })
      .describe('Email address, or phone number of ten digits'),
    password: givenPasswordSchema,
    ...captchaFields,
  })
  .meta({ id: 'Login' });

export type Login = z.output<typeof loginSchema>;

/** Role of an administrator, and the districts and the office that they are responsible for. */
export const administrationSchema = z.strictObject({
  role: z.enum(administratorRoles),
  districts: z
    .array(z.string())
    .describe('Districts of a district administrator; empty for a state administrator'),
  office: z.string().nullable(),
  hasSecondFactor: z.boolean(),
});

export type Administration = z.infer<typeof administrationSchema>;

/** Own account with all fields. An administrator has no posting and no wish: those are null. */
export const accountSchema = z
  .strictObject({
    _id: z.uuid(),
    ...recordOf(recordKeys(teacherFields), () => z.string().nullable()),
    name: z.string(),
    email: z.string(),
    ...aliasedFields(z.string().nullable(), z.string().nullable()),
    desiredBlock: z.string().nullable().describe(`A block, or "${ANY_BLOCK}"`),
    state: z.string(),
    joinedOn: z
      .string()
      .nullable()
      .describe('Day on which the teacher joined the present school, if stated; no other teacher sees it'),
    teacherId: z
      .string()
      .nullable()
      .describe(
        'The department’s number of the teacher; shown to administrators and in the papers of an agreement',
      ),
    designation: z
      .string()
      .nullable()
      .describe('As in the service book; printed in the papers of an agreement'),
    privacySettings: privacySettingsSchema.describe(
      'Fields that the person hides; an open request may hide more',
    ),
    contactPreference: z
      .enum(contactPreferences)
      .nullable()
      .describe('Stated with the latest request that stated one; null before'),
    isVerified: z.boolean().describe('Name and phone number are verified'),
    role: z.enum(roles),
    isActive: z.boolean(),
    isPaid: z.boolean(),
    paymentAmount: z.number().nullable().describe('Rupees'),
    paymentDate: z.string().nullable(),
    createdAt: z.string(),
    administration: administrationSchema.optional().describe('Only for administrators'),
  })
  .meta({ id: 'User' });

export type Account = z.infer<typeof accountSchema>;

/** Response of register and login. */
export const sessionSchema = z
  .strictObject({ token: z.string(), user: accountSchema })
  .meta({ id: 'Session' });

export type Session = z.infer<typeof sessionSchema>;

/**
 * Another teacher as the viewer may see them. Hidden fields have the value `Hidden`. Email and phone are absent for
 * viewers without access, `_id` is absent for anonymous visitors.
 */
export const personSchema = z
  .strictObject({
    _id: z.uuid().optional(),
    ...recordOf(fieldsWith({ seenBy: 'everyone' }), () => z.string()),
    ...recordOf(fieldsWith({ seenBy: 'access' }), () => z.string().optional()),
    ...aliasedFields(z.string().optional(), z.string()),
    category: z
      .string()
      .optional()
      .describe(
        'Set for a person in a match or a ring who stated a category, because the state swaps within one category',
      ),
    isVerified: z.boolean().describe('Name and phone number are verified'),
  })
  .meta({ id: 'Person' });

export type Person = z.infer<typeof personSchema>;
