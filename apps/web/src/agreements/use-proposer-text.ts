import type { Agreement } from '@mutual-transfer/domain/agreements/agreement';
import { HIDDEN } from '@mutual-transfer/domain/constants';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';

/**
 * Returns a formatter of the sentence "X proposed this swap on …". It names the proposer's place if the proposer hides the name from the
 * viewer.
 */
export function useProposerText(): (agreement: Agreement) => string {
  const { t } = useTranslation();
  const names = useNames();
  const formats = useFormats();
  return ({ source, members, createdAt }) => {
    const time = formats.dateTime(createdAt);
    if (source === 'round') return t('agreements.asked.round', { time });
    const proposer = members.find(({ isProposer }) => isProposer);
    if (proposer?.isMe) return t('agreements.asked.me', { time });
    const user = proposer?.user;
    if (!user) return t('agreements.asked.teacher', { time });
    if (user.name !== HIDDEN) return t('agreements.asked.named', { name: user.name, time });
    return t('agreements.asked.placed', { place: names.place(user.district, user.postingBlock), time });
  };
}
