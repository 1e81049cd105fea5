import { mustStateService } from '@mutual-transfer/domain/agreements/agreement-rules';
import type { Transaction } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { readRules } from '../../rules/rules.queries.ts';
import { findPresent } from '../room/present-members.queries.ts';
import { changeAgreement, conclude } from '../steps/change-agreement.ts';
import type { WholeAgreement } from '../steps/locked-agreement.ts';

/**
 * Records a yes for each member who consented before the plan and did not object by the deadline, as a step that names the consent. The
 * last yes concludes the agreement.
 *
 * @returns false if silence does not agree to this proposal, or not for all of its silent members.
 */
export async function agreeSilently(
  transaction: Transaction<Database>,
  agreement: WholeAgreement,
  now: Date,
): Promise<boolean> {
  if (!agreement.silence_agrees) return false;
  const silent = agreement.members.filter(({ answer }) => answer === 'open');
  if (!(await haveConsent(transaction, silent, now))) return false;
  if (silent.length === 0) await conclude(transaction, agreement, now);
  let changed = agreement;
  for (const { user_id } of silent) {
    changed = await changeAgreement(transaction, changed, {
      step: { kind: 'silence', by: user_id ?? '' },
      now,
    });
  }
  return true;
}

/** Returns true if each of these members has a consent, and has stated the service facts that the rules of the day require. */
async function haveConsent(
  transaction: Transaction<Database>,
  silent: WholeAgreement['members'],
  now: Date,
): Promise<boolean> {
  if (silent.some(({ user_id, consent_id }) => user_id === null || consent_id === null)) return false;
  const requests = silent.flatMap(({ request_id }) => request_id ?? []);
  const [present, rules] = [await findPresent(transaction, requests), await readRules(transaction, now)];
  return present.every(({ joined_on }) => !mustStateService(joined_on, rules));
}
