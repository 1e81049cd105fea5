import { useErrorText } from '../platform/client.ts';
import { Failure } from '../ui/states.tsx';

interface CallFailureProps {
  /** Error of the last call. Without one, nothing is rendered. */
  error: unknown;
  /** Message if the server sent none. */
  text: string;
  /** Loads again. Calls that send what the user typed are repeated by their form. */
  onRetry?: (() => unknown) | undefined;
}

/** Error message of a failed call: the server's, or the given one. */
export function CallFailure({ error, text, onRetry }: CallFailureProps) {
  const errorText = useErrorText();
  if (!error) return null;
  const retry = onRetry && { onRetry: () => void onRetry() };
  return <Failure text={errorText(error, text, onRetry !== undefined)} {...retry} />;
}
