import { useErrorText } from '../platform/api/error-text.ts';
import { Failure } from '../ui/states/failure.tsx';
import classes from './admin.module.css';

/** Error message of an action, with the server's reason if it gives one. */
export function ActionFailure({ error, text }: { error: unknown; text: string }) {
  const errorText = useErrorText();
  if (error === null) return null;
  const why = errorText(error, '');
  return <Failure action={why !== '' && why !== text && <p className={classes.why}>{why}</p>} text={text} />;
}
