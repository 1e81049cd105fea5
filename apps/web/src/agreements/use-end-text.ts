import type { Agreement } from '@mutual-transfer/domain/agreements/agreement';
import { useMessages, useTranslation } from '../platform/i18n/language.tsx';
import { goneSeats } from './proposals/proposed-swap.ts';

/** Returns true if the reader ended the agreement: they declined, did not answer in time, or left. */
export function endedByReader(agreement: Agreement): boolean {
  return agreement.members[0]?.isMe === true && goneSeats(agreement).includes(0);
}

/** Returns a formatter of the reason why an agreement ended; null if it continues or moved its members. */
export function useEndText(): (agreement: Agreement) => string | null {
  const { t } = useTranslation();
  const say = useMessages();
  return (agreement) => {
    const { reason, members } = agreement;
    if (reason === null) return null;
    if (!endedByReader(agreement)) return say(`ended.${reason}`);
    if (members[0]?.answer === 'no') return t('agreements.byReader.declined');
    return t(reason === 'deadline' ? 'agreements.byReader.silent' : 'agreements.byReader.left');
  };
}
