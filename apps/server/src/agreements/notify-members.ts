import type { ImportedRecord } from '@mutual-transfer/domain/administration/imported-record';
import type { EndReason, MovingStep, PortalStep } from '@mutual-transfer/domain/agreements/agreement-steps';
import type { Transaction } from 'kysely';
import { createNotices } from '../notices/notices.ts';
import type { Database } from '../platform/database/tables.ts';
import type { WholeAgreement } from './lock-agreement.ts';

/** Content of a notice about an agreement. */
export type AgreementNews =
  | { kind: 'proposal' | 'announced' | 'proposal_yes' | 'agreed' | 'moved' | 'agreement_message' }
  | { kind: 'agreement_ended'; reason: EndReason }
  | { kind: 'agreement_step'; step: PortalStep }
  | {
      kind: 'agreement_office';
      action: 'deadline' | 'ended' | 'ordered' | 'undone' | MovingStep;
      reason: string;
      imported?: ImportedRecord;
    };

/** Writes notices to members of an agreement, in the transaction of the change. */
export async function notifyMembers(
  transaction: Transaction<Database>,
  { id, size, members }: WholeAgreement,
  news: AgreementNews,
  { to, now }: { to: (userId: string) => boolean; now: Date },
): Promise<void> {
  const notices = members.flatMap(({ user_id, request_id, to_block }) => {
    if (user_id === null || !to(user_id)) return [];
    const content = { ...news, agreementId: id, block: to_block, length: size };
    return { recipientId: user_id, requestId: request_id, content };
  });
  await createNotices(transaction, notices, now);
}
