import { hasStatus } from '../platform/api/client.ts';
import { Button } from '../ui/button.tsx';
import { ActionFailure } from './action-failure.tsx';

/** Status of a change that is based on another state than the present one. */
const CHANGED_MEANWHILE = 412;

interface ChangeFailureProps {
  readonly error: unknown;
  readonly text: string;
  /** Label of the button that loads the present state. */
  readonly reload: string;
  readonly onReload?: (() => Promise<void>) | undefined;
}

/** Explains why a change was not saved. If another administrator changed the same thing meanwhile, a button loads its present state. */
export function ChangeFailure({ error, text, reload, onReload }: ChangeFailureProps) {
  const isChanged = hasStatus(error, CHANGED_MEANWHILE);
  return (
    <>
      <ActionFailure error={error} text={text} />
      {isChanged && onReload && <Button onClick={() => void onReload()}>{reload}</Button>}
    </>
  );
}
