import { useTranslation } from '../i18n/language.tsx';
import { ApiError } from './client.ts';

/** The sentence for an error: the server's, which is in the reader's language, or the one of the screen. */
export function useErrorText(): (error: unknown, fallback: string) => string {
  const { t } = useTranslation();
  return (error, fallback) => {
    if (!(error instanceof ApiError)) return fallback;
    if (error.status === 0) return t('errors.offline');
    return error.message || fallback;
  };
}
