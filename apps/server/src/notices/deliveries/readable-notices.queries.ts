import type { Role } from '@mutual-transfer/domain/accounts/user';
import type { Language } from '@mutual-transfer/domain/language/language';
import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import { type NoticeKind, noticePage } from '@mutual-transfer/domain/notices/notice-kinds';
import { type Kysely, sql } from 'kysely';
import type { Database, NoticeDetails } from '../../database/tables.ts';
import { isUnblocked } from '../../privacy/excluded-pairs.queries.ts';
import { hasAccess } from '../../sessions/viewer.ts';
import { noticeText } from '../notice-text.ts';
import type { Renewable } from '../signed-links.ts';

/** Recipient, with the columns that decide access to messages of other teachers. */
interface Reader {
  readonly id: string;
  readonly language: Language;
  readonly role: Role;
  readonly paid_at: Date | null;
  readonly is_payment_required: boolean;
  readonly payment_amount: number;
}

/** A notice as its recipient may read it at the time of sending. */
export interface ReadableNotice {
  readonly kind: NoticeKind;
  readonly text: string;
  readonly page: string;
  /** Request that the link in the message renews. */
  readonly renewable?: Renewable;
}

interface Row {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly message: string | null;
  readonly details: NoticeDetails | null;
  readonly request_id: string | null;
}

/**
 * Returns the notices that still concern their recipient, by id. Leaves out notices that were read or hidden, whose sender is inactive or
 * blocked, whose request was renewed, or whose proposal no longer waits for an answer of the recipient.
 */
export async function findReadable(
  db: Kysely<Database>,
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReadableNotice>> {
  const { rows } = await sql<Row>`
    select alerts.id, kind, message, details, request_id from alerts
    left join users as senders on senders.id = from_user_id
    where alerts.id = any(${[...ids]}::uuid[]) and read_at is null and hidden_at is null
      and (from_user_id is null or (senders.is_active and ${isUnblocked('from_user_id', reader.id)}))
      and (about_user_id is null or ${isUnblocked('about_user_id', reader.id)})
      and (kind <> 'request_expiring' or exists (
        select from requests where requests.id = request_id and status = 'active'
          and expires_at <= (details->>'expiresAt')::timestamptz))
      and (kind <> 'deadline_near' or exists (
        select from agreements join agreement_members on agreement_id = agreements.id
        where agreements.id = (details->>'agreementId')::uuid and agreements.state = 'proposed'
          and agreement_members.user_id = ${reader.id} and answer = 'open'))`.execute(db);
  return new Map(rows.map((row) => [row.id, readable(row, reader)]));
}

function readable(row: Row, reader: Reader): ReadableNotice {
  const { expiresAt, agreementId } = row.details ?? {};
  return {
    kind: row.kind,
    text: textFor(row, reader),
    page: noticePage({ kind: row.kind, agreementId }),
    ...(row.kind === 'request_expiring' && row.request_id !== null && expiresAt !== undefined
      ? { renewable: { requestId: row.request_id, expiresAt: new Date(expiresAt) } }
      : {}),
  };
}

/** Returns the text of a notice. A reader without access learns only that a message waits. */
function textFor(row: Row, { language, role, ...payer }: Reader): string {
  const text = noticeText(row, language);
  if (row.kind !== 'message') return text;
  const say = messagesIn(language);
  const isOpen = hasAccess({
    role,
    paidAt: payer.paid_at,
    isPaymentRequired: payer.is_payment_required,
    paymentAmount: payer.payment_amount,
  });
  return isOpen ? say('notice.message', { message: text }) : say('notice.messageWaits');
}
