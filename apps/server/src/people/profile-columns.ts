import { optionalColumnsOf, optionalFieldsOf } from '@mutual-transfer/domain/accounts/teacher-fields';
import { checkTeacher, type ProfileChange } from '@mutual-transfer/domain/accounts/user';
import { dayInIndia } from '@mutual-transfer/domain/language/date-time';
import type { MessageKey } from '@mutual-transfer/domain/language/messages';
import { ANY_BLOCK, blockByCode, districtByCode } from '@mutual-transfer/domain/reference/places';
import { subjectByCode, subjectByName } from '@mutual-transfer/domain/reference/subjects';
import type { $ZodRawIssue } from 'zod/v4/core';
import type { UserRow } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';
import { isSameSchool, type MemberChange, storedPlace } from './members.ts';

/** Columns from which an offer is derived. A change of one of them counts as a new post. */
const offeredColumns = [
  'district',
  'block',
  'desired_district',
  'desired_block',
  'subject',
  'class_range',
  'category',
] as const;

/** Columns of texts that lists show and searches find. */
const shownTextColumns = ['name', 'school_name'] as const;

/** Returns true if a change alters the teacher's offers. */
export function changesOffer(before: UserRow, after: MemberChange): boolean {
  return changesOneOf(offeredColumns, before, after);
}

/** Returns true if a change alters a text of the teacher that lists show. */
export function changesShownText(before: UserRow, after: MemberChange): boolean {
  return changesOneOf(shownTextColumns, before, after);
}

function changesOneOf(
  columns: readonly (keyof MemberChange & keyof UserRow)[],
  before: UserRow,
  after: MemberChange,
): boolean {
  return columns.some((column) => after[column] !== undefined && after[column] !== before[column]);
}

/** Returns the columns of an account after a change, validated like a registration. */
export function changedColumns(user: UserRow, input: ProfileChange, now: Date): MemberChange {
  const contact = {
    email: input.email ?? user.email,
    phone: input.phone ?? user.phone,
    name: input.name ?? user.name,
  };
  if (user.role === 'admin') return contact;
  const fields = checkedFields(user, input);
  const posting = storedPlace(fields.district, fields.postingBlock);
  const desired = storedPlace(fields.desiredDistrict, fields.desiredBlock);
  return {
    ...contact,
    school_name: fields.schoolName,
    district: posting.districtCode,
    block: posting.blockCode,
    desired_district: desired.districtCode,
    desired_block: desired.blockCode,
    subject: subjectByName(fields.subject)?.code ?? null,
    class_range: fields.classRange,
    ...optionalColumnsOf(fields),
    joined_on: joinedOn(user, input, posting.blockCode, now),
  };
}

/**
 * Returns the day on which the teacher joined their school, or null after a move. @throws {AppError} `validation_failed` for a future day.
 */
function joinedOn(
  user: UserRow,
  { joinedOn: stated, schoolName }: ProfileChange,
  block: string | null,
  now: Date,
): string | null {
  if (stated && stated > dayInIndia(now)) throw wrongField('joinedOn', 'joinedOn.future');
  if (stated !== undefined) return stated;
  const school_name = schoolName ?? user.school_name;
  return isSameSchool(user, { block, school_name }) ? user.joined_on : null;
}

/** Returns the teacher's fields after the change. @throws {AppError} `validation_failed` if they contradict each other. */
function checkedFields(user: UserRow, input: ProfileChange): ReturnType<typeof fieldsOf> {
  const before = fieldsOf(user);
  const fields = { ...before, ...withoutUndefined(input) };
  const { category, recruitmentBatch } = fields;
  const issues: $ZodRawIssue[] = [];
  checkTeacher({
    value: { ...fields, category: category ?? undefined, recruitmentBatch: recruitmentBatch ?? undefined },
    issues,
  });
  const isNewWish =
    fields.desiredDistrict !== before.desiredDistrict || fields.desiredBlock !== before.desiredBlock;
  const isNewTeaching = fields.subject !== before.subject || fields.classRange !== before.classRange;
  // Unchanged fields are exempt from two rules: a teacher who moves to the place of their wish keeps that wish until they state another,
  // and a stored class level may be older than the rule about it.
  const unchanged = new Set([
    ...(isNewWish ? [] : ['desired.same']),
    ...(isNewTeaching ? [] : ['classRange.subject']),
  ]);
  const problems = issues.filter((issue) => !unchanged.has(issue.message ?? ''));
  // Raw issues lack only fields that `fieldSentences` does not read.
  if (problems.length > 0) throw new AppError('validation_failed', { issues: problems as never });
  return fields;
}

/** Returns a teacher's columns as fields of the API. */
function fieldsOf(user: UserRow) {
  return {
    schoolName: user.school_name ?? '',
    district: nameOf(districtByCode, user.district),
    postingBlock: nameOf(blockByCode, user.block),
    desiredDistrict: nameOf(districtByCode, user.desired_district),
    desiredBlock: user.desired_block === null ? ANY_BLOCK : nameOf(blockByCode, user.desired_block),
    subject: nameOf(subjectByCode, user.subject),
    classRange: user.class_range ?? '',
    ...optionalFieldsOf(user),
  };
}

function nameOf(find: (code: string) => { name: string }, code: string | null): string {
  return code === null ? '' : find(code).name;
}

function withoutUndefined<Thing extends object>(
  thing: Thing,
): { [Key in keyof Thing]: Exclude<Thing[Key], undefined> } {
  // `Object.fromEntries` does not infer the remaining keys.
  return Object.fromEntries(Object.entries(thing).filter(([, value]) => value !== undefined)) as never;
}

export function wrongField(field: string, key: MessageKey): AppError {
  return new AppError('validation_failed', { fields: { [field]: key } });
}
