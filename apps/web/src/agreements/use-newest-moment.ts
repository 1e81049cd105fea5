import type { Agreement } from '@mutual-transfer/domain/agreements/agreement';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';

type Moments = Pick<Agreement, 'state' | 'createdAt' | 'agreedAt' | 'submittedAt' | 'endedAt'>;

/** Returns a function that returns the sentence about the latest event of a group that is no longer proposed, with the date. */
export function useNewestMoment() {
  const { t } = useTranslation();
  const formats = useFormats();
  return (agreement: Moments) => {
    const [happened, at] = newestMoment(agreement);
    return t(`agreements.on.${happened}`, { date: formats.date(at) });
  };
}

function newestMoment({ state, createdAt, agreedAt, submittedAt, endedAt }: Moments) {
  if (endedAt !== null) return [state === 'completed' ? 'completed' : 'ended', endedAt] as const;
  if (submittedAt !== null) return ['submitted', submittedAt] as const;
  return ['agreed', agreedAt ?? createdAt] as const;
}
