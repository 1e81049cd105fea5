import { Link } from 'react-router';
import { ApiError } from '../platform/api/client.ts';
import { useErrorText } from '../platform/api/error-text.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { paths } from '../platform/paths.ts';
import button from '../ui/button.module.css';
import { Failure } from '../ui/failure.tsx';

interface ListFailureProps {
  readonly error: unknown;
  /** Message if the server sends none. */
  readonly fallback: string;
  readonly onRetry: () => void;
}

/** A list that did not come; where the sentence asks to log in, the way to do so stands below it. */
export function ListFailure({ error, fallback, onRetry }: ListFailureProps) {
  const { t } = useTranslation();
  const sentence = useErrorText()(error, fallback);
  // A filter in the address that is none has no field on screen to stand beside.
  const fields = error instanceof ApiError ? Object.values(error.fields) : [];
  const text = fields.length > 0 ? fields.join(' ') : sentence;
  const asksToLogIn = /log in|लॉग इन/i.test(text);
  const action = (
    <Link className={button.main} to={paths.login}>
      {t('errors.goToLogin')}
    </Link>
  );
  return <Failure action={asksToLogIn && action} onRetry={onRetry} text={text} />;
}
