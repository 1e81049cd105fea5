import type { Operator } from '@mutual-transfer/domain/administration/operator';
import type { Language } from '@mutual-transfer/domain/language/language';
import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import { isFeeCharged } from '@mutual-transfer/domain/payments/access';
import type { Dependencies } from '../../dependencies.ts';
import { readSupport } from '../../platform/support.ts';

/** What the warning on papers depends on. */
export interface PaperWarning {
  operator: Pick<Operator, 'kind' | 'name'>;
  /** True if the product charges a fee, which the warning then excepts. */
  isFeeCharged: boolean;
}

export async function readWarning({
  db,
  config,
}: Pick<Dependencies, 'db' | 'config'>): Promise<PaperWarning> {
  const { operator } = await readSupport(db, config);
  const fee = await db
    .selectFrom('payment_settings')
    .select(['is_payment_required as isPaymentRequired', 'payment_amount as paymentAmount'])
    .executeTakeFirstOrThrow();
  return { operator, isFeeCharged: isFeeCharged(fee) };
}

/** Returns the warning: whose site made the paper, and that no one sells transfers. */
export function warningSentence({ operator, isFeeCharged }: PaperWarning, language: Language): string {
  const say = messagesIn(language);
  const whose = say(`paper.operator.${operator.kind}`, { name: operator.name });
  return `${whose} ${say(isFeeCharged ? 'paper.noPromiseFee' : 'paper.noPromise')}`;
}
