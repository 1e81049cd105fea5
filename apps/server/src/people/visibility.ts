import type { PrivacySettings } from '@mutual-transfer/domain/accounts/user';
import { privacyKeys } from '@mutual-transfer/domain/requests/transfer-request-words';
import type { FastifyRequest } from 'fastify';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { signedIn } from '../http/policy.ts';
import { counted, type Limits } from '../platform/limits.ts';
import type { Viewer } from '../platform/sessions.ts';

/** Returns true if the viewer may see the email address and phone of others, unless they hide them. */
export function mayContact(viewer: Viewer): boolean {
  return viewer.kind === 'signed-in' && viewer.hasAccess;
}

/** A person, and the code of the district where the person is posted. */
interface Posted {
  personId: string;
  district: string | null;
}

/** Returns true if the viewer sees the hidden fields of this person: their own, or those of a teacher in the administrator's districts. */
export function seesHidden(viewer: Viewer, { personId, district }: Posted): boolean {
  if (isOwner(viewer, personId)) return true;
  return viewer.kind === 'signed-in' && viewer.role === 'admin' && !isElsewhere(viewer, district);
}

/**
 * Returns true if the viewer is an administrator of other districts. Such an administrator sees no contact, and hidden fields stay hidden.
 */
export function isElsewhere(viewer: Viewer, district: string | null): boolean {
  const administers = viewer.kind === 'signed-in' ? viewer.administers : null;
  return administers !== null && !(district !== null && administers.includes(district));
}

export function isOwner(viewer: Viewer, userId: string): boolean {
  return viewer.kind === 'signed-in' && viewer.userId === userId;
}

/** Records that another person is shown to an administrator. The entry in the audit log is written before the response is sent. */
export function recordShown(viewer: Viewer, userId: string): void {
  if (viewer.kind === 'anonymous' || viewer.role !== 'admin' || viewer.userId === userId) return;
  viewer.shown.add(userId);
}

/** Columns with the privacy settings of a person or a request. */
export const privacyColumnNames = ['hide_name', 'hide_phone', 'hide_email', 'hide_school_name'] as const;
export type PrivacyColumn = (typeof privacyColumnNames)[number];

type PrivacyColumns = Readonly<Record<PrivacyColumn, boolean>>;
type OwnPrivacyColumns = Readonly<Record<`own_${PrivacyColumn}`, boolean>>;

export function privacyColumns(privacy: PrivacySettings): PrivacyColumns {
  return {
    hide_name: privacy.hideName,
    hide_phone: privacy.hidePhone,
    hide_email: privacy.hideEmail,
    hide_school_name: privacy.hideSchoolName,
  };
}

export function privacyOf(row: PrivacyColumns): PrivacySettings {
  return {
    hideName: row.hide_name,
    hidePhone: row.hide_phone,
    hideEmail: row.hide_email,
    hideSchoolName: row.hide_school_name,
  };
}

/** Returns the person's own privacy settings, which apply with and without a request. */
export function ownPrivacyOf(row: OwnPrivacyColumns): PrivacySettings {
  return {
    hideName: row.own_hide_name,
    hidePhone: row.own_hide_phone,
    hideEmail: row.own_hide_email,
    hideSchoolName: row.own_hide_school_name,
  };
}

/** Returns true if a change of privacy settings shows a hidden field. */
export function showsHidden(before: PrivacySettings, wanted: PrivacySettings): boolean {
  return privacyKeys.some((name) => before[name] && !wanted[name]);
}

/**
 * Changes privacy settings. A change that shows a hidden field counts in a budget, because the screens of all matching teachers then
 * refetch. A change that only hides fields does not count and is never refused.
 *
 * @throws {AppError} `rate_limited` with the time to retry.
 */
export function countShowing<Result>(
  { limits, request }: { limits: Limits; request: FastifyRequest },
  { before, wanted }: { before: PrivacySettings; wanted: PrivacySettings },
  change: () => Promise<Result>,
): Promise<Result> {
  if (!showsHidden(before, wanted)) return change();
  return counted(limits.reserve(request, 'showing', { subject: signedIn(request).userId }), change);
}

/**
 * Returns the SQL condition on a row of `users` that the product may have shown this person to the viewer: the person has an active
 * request, or an offer that may match the viewer; one of the two wrote to the other or was notified of the other; one viewed the other's
 * contact; or both are members of one agreement. Ignores blocks, so that the result does not reveal them.
 */
export function mayHaveBeenShown(viewerId: string): RawBuilder<boolean> {
  return sql<boolean>`(${isOffered(viewerId)} or ${areInAlert(viewerId)} or ${sawContact(viewerId)} or ${shareAgreement(viewerId)})`;
}

function isOffered(viewerId: string): RawBuilder<boolean> {
  return sql`exists (
    select from offers as theirs where theirs.user_id = users.id and (theirs.request_id is not null or exists (
      select from offers as mine where mine.user_id = ${viewerId} and mine.subject = theirs.subject
        and (mine.to_district = theirs.from_district or mine.from_district = theirs.to_district)
    )))`;
}

function areInAlert(viewerId: string): RawBuilder<boolean> {
  return sql`exists (
    select from alerts where (to_user_id = ${viewerId} and users.id in (from_user_id, about_user_id))
      or (from_user_id = ${viewerId} and to_user_id = users.id))`;
}

function sawContact(viewerId: string): RawBuilder<boolean> {
  return sql`exists (
    select from contact_views where (viewer_id = ${viewerId} and seen_id = users.id)
      or (viewer_id = users.id and seen_id = ${viewerId}))`;
}

function shareAgreement(viewerId: string): RawBuilder<boolean> {
  return sql`exists (
    select from agreement_members as mine join agreement_members as theirs using (agreement_id)
    where mine.user_id = ${viewerId} and theirs.user_id = users.id)`;
}

/** Returns the query of the ids of all people separated from a person by a block. */
export function excludedIds(userId: string | RawBuilder<unknown>): RawBuilder<string> {
  return sql`select blocked_id from blocks where blocker_id = ${userId}
    union all select blocker_id from blocks where blocked_id = ${userId}`;
}

/**
 * Returns the SQL condition that no block separates a person from the person whose id is in that column. PostgreSQL reads the blocks once
 * per statement.
 */
export function isUnblocked(column: string, userId: string | RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} <> all (array(${excludedIds(userId)}))`;
}

/** Returns the SQL condition that the person whose id is in that column blocks a person. */
export function isBlocking(column: string, userId: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select from blocks where blocker_id = ${sql.ref(column)} and blocked_id = ${userId})`;
}
