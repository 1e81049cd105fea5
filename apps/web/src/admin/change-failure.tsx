import { hasStatus } from '../platform/api/client.ts';
import { Button } from '../ui/button.tsx';
import { ActionFailure } from './action-failure.tsx';

/** HTTP status of a change whose `If-Match` is outdated. */
const CHANGED_MEANWHILE = 412;

interface ChangeFailureProps {
  readonly error: unknown;
  readonly text: string;
  /** Label of the button that loads the current state. */
  readonly reload: string;
  readonly onReload?: (() => Promise<void>) | undefined;
}

/** Shows why a change was not saved. If another administrator changed the resource first, a button loads its current state. */
export function ChangeFailure({ error, text, reload, onReload }: ChangeFailureProps) {
  const isChanged = hasStatus(error, CHANGED_MEANWHILE);
  return (
    <>
      <ActionFailure error={error} text={text} />
      {isChanged && onReload && <Button onClick={() => void onReload()}>{reload}</Button>}
    </>
  );
}
