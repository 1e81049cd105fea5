import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import page from '../ui/page.module.css';
import { rulesTodayQuery } from './agreements.queries.ts';

/**
 * Returns the sentence that the application window is closed, with the date on which it opens or closed. `undefined` while the window is
 * open.
 */
export function useClosedWindow(): string | undefined {
  const { t } = useTranslation();
  const formats = useFormats();
  const { data } = useQuery(rulesTodayQuery());
  if (data === undefined || data.rules.isOpen || data.rules.openWindow === null) return undefined;
  const { opens, closes } = data.rules.openWindow;
  return opens > data.day
    ? t('agreements.windowOpens', { date: formats.date(opens) })
    : t('agreements.windowClosed', { date: formats.date(closes ?? data.day) });
}

/** Note that the application window is closed. */
export function WindowNote() {
  const text = useClosedWindow();
  return text === undefined ? null : <p className={page.note}>{text}</p>;
}
