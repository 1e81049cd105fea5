import { type RawBuilder, sql } from 'kysely';

/**
 * Returns the SQL condition on a row of `users` that the product may have shown this person to the viewer: the person has an active
 * request, or an offer that may match the viewer; one of the two wrote to the other or was notified of the other; one viewed the other's
 * contact; or both are members of one agreement. Ignores blocks, so that the result does not reveal them.
 */
export function everShown(viewerId: string): RawBuilder<boolean> {
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
