import { useSyncExternalStore } from 'react';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';

const MINUTE = 60_000;
/** Interval in milliseconds at which the clock is read, so that the shown minute is at most five seconds late. */
const LOOKED_AT_EVERY = 5_000;

/** Remaining time to answer a proposal. Updates once a minute while the page is open. */
export function Countdown({ until }: { until: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const minute = useSyncExternalStore(watchMinutes, minuteNow, minuteNow);
  const minutes = Math.floor(new Date(until).getTime() / MINUTE) - minute;
  if (minutes <= 0) return null;
  return (
    <p>
      <strong role="timer">{t('agreements.timeLeft', { time: formats.duration(minutes) })}</strong>
    </p>
  );
}

function watchMinutes(notify: () => void): () => void {
  const timer = setInterval(notify, LOOKED_AT_EVERY);
  return () => clearInterval(timer);
}

function minuteNow(): number {
  return Math.floor(Date.now() / MINUTE);
}
