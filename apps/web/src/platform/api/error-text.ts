import { useTranslation } from '../i18n/language.tsx';
import { ApiError } from './client.ts';

/** Returns a formatter of errors: the server's message, which is in the user's language, or the given one. */
export function useErrorText(): (error: unknown, fallback: string) => string {
  const { t } = useTranslation();
  return (error, fallback) => {
    if (!(error instanceof ApiError)) return fallback;
    if (error.status === 0) return t('errors.offline');
    return error.message || fallback;
  };
}
