import { Link } from 'react-router';
import { ApiError, useErrorText } from '../platform/client.ts';

import { useReading } from '../platform/i18n/language.tsx';
import { paths } from '../platform/paths.ts';
import button from '../ui/button.module.css';
import { Failure } from '../ui/states.tsx';

interface ListFailureProps {
  error: unknown;
  /** Message if the server sends none. */
  fallback: string;
  onRetry: () => void;
}

/** Error message of a list that failed to load, with a login link if the message asks to log in. */
export function ListFailure({ error, fallback, onRetry }: ListFailureProps) {
  const { t, language } = useReading();
  const sentence = useErrorText()(error, fallback, true);
  // An invalid filter in the URL has no field that could show the error.
  const fields = error instanceof ApiError ? Object.values(error.fieldsIn(language)) : [];
  const text = fields.length > 0 ? fields.join(' ') : sentence;
  const asksToLogIn = /log in|लॉग इन/i.test(text);
  const action = (
    <Link className={button.main} to={paths.login}>
      {t('errors.goToLogin')}
    </Link>
  );
  return <Failure action={asksToLogIn && action} onRetry={onRetry} text={text} />;
}
