import { useQueryClient } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { CallFailure } from '../../form/call-failure.tsx';
import { callApi } from '../../platform/api/client.ts';
import { askAgain } from '../../platform/api/queries.ts';
import { useAction } from '../../platform/api/use-action.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { Button } from '../../ui/button.tsx';

interface RequestChangeProps extends Pick<ComponentProps<typeof Button>, 'kind' | 'className'> {
  /** Path, method and body of the call that makes the change. */
  readonly path: string;
  readonly method: 'PATCH' | 'PUT';
  readonly body: object;
  /** Accessible name of the button: its text and the request. */
  readonly label: string;
  /** Message once the change is made. */
  readonly done: string;
  readonly onNotice: (text: string) => void;
  readonly children: ReactNode;
}

/** Button that changes one of the user's requests by one call, and shows the error below it. */
export function RequestChange(props: RequestChangeProps) {
  const { path, method, body, label, done, onNotice, children, ...button } = props;
  const { t } = useTranslation();
  const client = useQueryClient();
  const changing = useAction(
    () => callApi(path, { method, body }),
    () => {
      onNotice(done);
      // A rank also changes the ranks of the other requests.
      void askAgain(client, 'my-requests', 'hidden-requests', 'requests');
    },
  );
  return (
    <>
      <Button aria-label={label} isBusy={changing.isBusy} onClick={() => changing.run()} {...button}>
        {children}
      </Button>
      <CallFailure error={changing.error} text={t('dashboard.stepFailed')} />
    </>
  );
}
