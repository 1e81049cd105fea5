import {
  type JoiningDayProblem,
  joiningDayProblem,
} from '@mutual-transfer/domain/administration/office-days';
import { dayInIndia } from '@mutual-transfer/domain/language/date-time';
import type { MessageKey } from '@mutual-transfer/domain/language/messages/messages';
import { AppError } from '../../errors.ts';
import type { WholeAgreement } from '../steps/locked-agreement.ts';

const sentences: Readonly<Record<JoiningDayProblem, MessageKey>> = {
  future_date: 'joinedOn.future',
  before_agreement: 'office.beforeAgreement',
  before_order: 'office.beforeOrder',
};

/** Refuses the day of an order or a joining that cannot be right. @throws {AppError} `validation_failed`. */
export function refuseDay(
  { agreed_at }: Pick<WholeAgreement, 'agreed_at'>,
  { date, now, orderedOn = null }: { date: string; now: Date; orderedOn?: string | null },
): void {
  const agreedOn = agreed_at === null ? null : dayInIndia(agreed_at);
  const problem = joiningDayProblem(date, { today: dayInIndia(now), agreedOn, orderedOn });
  if (problem === undefined) return;
  throw new AppError('validation_failed', { fields: { date: sentences[problem] } });
}
