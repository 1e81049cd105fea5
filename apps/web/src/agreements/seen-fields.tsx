import type { GuardedField } from '@mutual-transfer/domain/accounts/who-sees';
import type { Agreement } from '@mutual-transfer/domain/agreements/agreement';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';

function useFieldList(): (fields: readonly GuardedField[]) => string {
  const { t } = useTranslation();
  const { list } = useFormats();
  return (fields) => list(fields.map((field) => t(`seen.field.${field}`)));
}

/** Returns the sentence about what each kind of reader of the lists sees of the owner of an open request. */
export function useSeenInList(): (seen: NonNullable<TransferRequest['seen']>) => string {
  const { t } = useTranslation();
  const listOf = useFieldList();
  return ({ byVisitors, addedForTeachers, addedForPartners }) =>
    [
      byVisitors.length > 0 ? t('seen.visitors', { fields: listOf(byVisitors) }) : t('seen.visitorsNone'),
      addedForTeachers.length > 0 && t('seen.teachers', { fields: listOf(addedForTeachers) }),
      addedForPartners.length > 0 && t('seen.partners', { fields: listOf(addedForPartners) }),
    ]
      .filter(Boolean)
      .join(' ');
}

/** Returns the sentence about what the other members of a proposal see of the reader now, and what is added once all agree. */
export function useSeenInProposal(): (seen: NonNullable<Agreement['opens']>) => string {
  const { t } = useTranslation();
  const listOf = useFieldList();
  return ({ now, added }) => {
    const fields = { now: listOf(now), added: listOf(added) };
    if (added.length === 0) return t('seen.proposalNow', fields);
    return t(now.length === 0 ? 'seen.proposalAdded' : 'seen.proposal', fields);
  };
}

/** What the other members of a swap that all agreed to see of the reader. */
export function SeenInAgreement({ opens }: Pick<Agreement, 'opens'>) {
  const { t } = useTranslation();
  const listOf = useFieldList();
  return opens === null ? null : t('seen.agreement', { now: listOf(opens.now) });
}
