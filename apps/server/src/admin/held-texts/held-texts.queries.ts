import type { HeldText, HeldTextList, HeldTextQuery } from '@mutual-transfer/domain/administration/held-text';
import { type OwnContact, textRisks } from '@mutual-transfer/domain/language/text-risks';
import { paginationOf } from '@mutual-transfer/domain/pagination';
import { type Kysely, sql } from 'kysely';
import { isWithin } from '../../database/day-span.ts';
import type { Database } from '../../database/tables.ts';
import { ownerTag } from '../../http/turns/owner-tags.ts';
import { isPostedInScope } from '../../privacy/administrator-scope.queries.ts';
import { presentName } from '../../privacy/present.ts';
import { recordShown } from '../../privacy/visibility.ts';
import type { SignedIn } from '../../sessions/viewer.ts';

interface HeldRow {
  readonly id: string;
  readonly kind: HeldText['kind'];
  readonly writerId: string;
  readonly writerName: string;
  readonly writerPhone: string | null;
  readonly writerEmail: string;
  /** Null for a request, and for a recipient whose account was erased. */
  readonly recipient: Parameters<typeof presentName>[0] | null;
  readonly texts: string[];
  readonly writtenAt: Date;
}

/** Selects held requests and messages. */
export const heldTexts = sql`
  select id, 'request' as kind, user_id as writer_id, null::uuid as recipient_id, array[reason, additional_info] as texts,
    held_at as written_at
  from requests where status = 'held'
  union all
  select id, case when agreement_id is null then 'alert' else 'room_message' end, from_user_id, to_user_id, array[message],
    created_at
  from held_messages`;

/** Returns a page of the texts that are held for an administrator. */
export async function findHeldTexts(
  db: Kysely<Database>,
  viewer: SignedIn,
  query: HeldTextQuery,
): Promise<HeldTextList> {
  const offset = (query.page - 1) * query.limit;
  const isAsked = sql`${isWithin('held.written_at', query)}
    and ${isPostedInScope(viewer, sql.ref('writer.district'))}`;
  const [{ rows }, { rows: counts }] = await Promise.all([
    sql<HeldRow>`
      select held.id, kind, writer_id as "writerId", writer.name as "writerName", writer.phone as "writerPhone",
        writer.email as "writerEmail", texts, written_at as "writtenAt",
        case when recipient.id is not null then jsonb_build_object('personId', recipient.id, 'name', recipient.name,
          'district', recipient.district, 'hide_name', recipient.hide_name) end as recipient
      from (${heldTexts}) as held join users as writer on writer.id = writer_id
      left join users as recipient on recipient.id = recipient_id
      where ${isAsked} order by written_at, held.id limit ${query.limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total
      from (${heldTexts}) as held join users as writer on writer.id = writer_id where ${isAsked}`.execute(db),
  ]);
  return {
    texts: rows.map((row) => presentHeld(row, viewer)),
    pagination: paginationOf(query, counts[0]?.total ?? 0),
  };
}

function presentHeld(row: HeldRow, viewer: SignedIn): HeldText {
  recordShown(viewer, row.writerId);
  const own: OwnContact | undefined =
    row.kind === 'request' ? undefined : { phone: row.writerPhone, email: row.writerEmail };
  return {
    _id: row.id,
    kind: row.kind,
    writer: { _id: row.writerId, name: row.writerName },
    ...(row.recipient === null ? {} : { recipient: presentName(row.recipient, viewer) }),
    texts: row.texts,
    tag: ownerTag(row.texts),
    risks: [...new Set(row.texts.flatMap((text) => textRisks(text, own)))],
    createdAt: row.writtenAt.toISOString(),
  };
}
