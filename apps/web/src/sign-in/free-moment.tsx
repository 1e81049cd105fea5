import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../platform/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import page from '../ui/page.module.css';

const SECOND = 1_000;

/**
 * Repeats a call that the busy server refused, when it takes calls again. Waits up to twice the time that the server names, so that all who
 * were refused do not come back at once.
 *
 * @returns the function that makes the call, and the seconds until the next attempt, if it waits.
 */
export function useFreeMoment() {
  const [secondsLeft, setSecondsLeft] = useState<number>();
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  async function countDown(seconds: number): Promise<void> {
    for (let left = seconds; left > 0 && !isGone.current; left -= 1) {
      setSecondsLeft(left);
      await new Promise((resolve) => setTimeout(resolve, SECOND));
    }
    setSecondsLeft(undefined);
  }

  async function whenFree<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    try {
      return await call();
    } catch (error) {
      const wait = error instanceof ApiError && error.status === 503 ? error.retryAfterSeconds : undefined;
      if (wait === undefined) throw error;
      await countDown(Math.max(1, Math.ceil(wait * (1 + Math.random()))));
      if (isGone.current) throw error;
      return whenFree(call);
    }
  }
  return { whenFree, secondsLeft };
}

/** Says that the form is sent again by itself, with a countdown. */
export function FreeMomentNote({ secondsLeft }: Pick<ReturnType<typeof useFreeMoment>, 'secondsLeft'>) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (secondsLeft === undefined) return null;
  return (
    <p className={page.note} role="status">
      {t('login.crowded')}{' '}
      <span aria-hidden="true">
        {t('login.again', { count: secondsLeft, formatted: formats.number(secondsLeft) })}
      </span>
    </p>
  );
}
