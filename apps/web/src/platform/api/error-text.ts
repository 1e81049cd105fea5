import { useTranslation } from '../i18n/language.tsx';
import { ApiError } from './client.ts';

/**
 * Returns a formatter of errors: the server's message, which is in the user's language, or the given one. `isLoad` says that the call sent
 * nothing that the user typed.
 */
export function useErrorText(): (error: unknown, fallback: string, isLoad?: boolean) => string {
  const { t } = useTranslation();
  return (error, fallback, isLoad = false) => {
    if (!(error instanceof ApiError)) return fallback;
    if (error.status === 0) return t(isLoad ? 'offline.now' : 'errors.offline');
    return error.message || fallback;
  };
}
