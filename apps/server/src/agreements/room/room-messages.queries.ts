import type { RoomMessage } from '@mutual-transfer/domain/agreements/agreement';
import type { Dependencies } from '../../dependencies.ts';
import type { SignedIn } from '../../sessions/viewer.ts';
import { findOwnAgreement } from '../agreements.queries.ts';
import { findMembers, presentMember } from './present-agreement.ts';

/** Maximum number of messages in a response: the newest ones. */
const NEWEST = 200;

/** Returns the newest messages of a room, oldest first. Hides what each writer's current privacy settings hide. */
export async function findMessages(
  reading: Dependencies,
  id: string,
  viewer: SignedIn,
): Promise<RoomMessage[]> {
  const agreement = await findOwnAgreement(reading.db, { id, userId: viewer.userId });
  const rows = await reading.db
    .selectFrom('agreement_messages')
    .selectAll()
    .where('agreement_id', '=', id)
    .orderBy('id', 'desc')
    .limit(NEWEST)
    .execute();
  const people = await findMembers(reading, [agreement], viewer);
  const byUser = new Map([...people.byRequest.values()].map((person) => [person.personId, person]));
  return rows.toReversed().map((row) => {
    const person = row.user_id === null ? undefined : byUser.get(row.user_id);
    return {
      _id: row.id,
      user: person === undefined ? null : presentMember(person, people, viewer, agreement),
      isMine: row.user_id === viewer.userId,
      message: row.message,
      createdAt: row.created_at.toISOString(),
    };
  });
}
