import type { Agreement } from '@mutual-transfer/domain/agreements/agreement';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';

type EventTimes = Pick<Agreement, 'state' | 'createdAt' | 'agreedAt' | 'submittedAt' | 'endedAt'>;

/** Returns a formatter of the latest event of a group that is no longer proposed, with the date. */
export function useLatestEventText() {
  const { t } = useTranslation();
  const formats = useFormats();
  return (agreement: EventTimes) => {
    const [happened, at] = latestEvent(agreement);
    return t(`agreements.on.${happened}`, { date: formats.date(at) });
  };
}

function latestEvent({ state, createdAt, agreedAt, submittedAt, endedAt }: EventTimes) {
  if (endedAt !== null) return [state === 'completed' ? 'completed' : 'ended', endedAt] as const;
  if (submittedAt !== null) return ['submitted', submittedAt] as const;
  return ['agreed', agreedAt ?? createdAt] as const;
}
