import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { IconArchive, IconStar } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { refreshAgreements } from '../agreements/agreements.queries.ts';
import { CallFailure } from '../form/call-failure.tsx';
import { ApiError, callApi, isUnanswered, useErrorText } from '../platform/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { askAround, changeOwnRequests, isAbout } from '../platform/own-requests.ts';
import { askAgain } from '../platform/queries.ts';
import { useAction } from '../platform/use-action.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import page from '../ui/page.module.css';
import { Failure } from '../ui/states.tsx';
import { EndsProposalsWarning } from './ends-proposals.tsx';

interface RequestChangeProps extends Pick<ComponentProps<typeof Button>, 'kind' | 'className'> {
  /** Path, method and body of the call that makes the change. */
  path: string;
  method: 'PATCH' | 'PUT';
  body: object;
  /** Accessible name of the button: its text and the request. */
  label: string;
  done: string;
  onNotice: (text: string) => void;
  children: ReactNode;
}

/** Button that changes one of the user's requests by one call, and shows the error below it. */
function RequestChange(props: RequestChangeProps) {
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

interface HideRequestProps {
  request: TransferRequest;
  /** Accessible name of the button: its text and the request. */
  label: string;
  onNotice: (text: string) => void;
}

/** Button that takes a completed swap out of the user's list. It stays as a record, so it is not deleted. */
export function HideRequest({ request: { _id, can }, ...named }: HideRequestProps) {
  const { t } = useTranslation();
  if (!can?.hide) return null;
  return (
    <RequestChange
      body={{ hidden: true }}
      done={t('dashboard.hidden')}
      kind="quiet"
      method="PATCH"
      path={`/requests/${_id}/hidden`}
      {...named}
    >
      <IconArchive aria-hidden="true" size={18} />
      {t('dashboard.hide')}
    </RequestChange>
  );
}

interface RankRequestProps {
  request: TransferRequest;
  /** Accessible name of the button: its text and the request. */
  label: string;
  onNotice: (text: string) => void;
}

/** Button that makes an active request the first choice of its teacher. Renders nothing for the first choice. */
export function RankRequest({ request: { _id, status, rank }, ...named }: RankRequestProps) {
  const { t } = useTranslation();
  if (status !== 'active' || rank === 1) return null;
  return (
    <RequestChange
      body={{ rank: 1 }}
      className={page.start}
      done={t('dashboard.ranked')}
      method="PUT"
      path={`/requests/${_id}/rank`}
      {...named}
    >
      <IconStar aria-hidden="true" size={18} />
      {t('dashboard.rank')}
    </RequestChange>
  );
}

function useRequestDeletion({ _id }: TransferRequest, onDeleted: () => void) {
  const client = useQueryClient();
  return useAction(
    async () => {
      // A call under way would find nothing after the deletion. After a failure the screen asks again.
      await client.cancelQueries({ predicate: isAbout(_id) });
      return callApi(`/requests/${_id}`, { method: 'DELETE' });
    },
    async () => {
      onDeleted();
      await changeOwnRequests(client, (requests) => requests.filter((known) => known._id !== _id));
      // A refetch would find nothing.
      client.removeQueries({ predicate: isAbout(_id) });
      // The end of a request also ends its proposals.
      void askAround(client, _id);
    },
    () => refreshAgreements(client),
  );
}

interface DeleteRequestProps {
  request: TransferRequest;
  onNotice: (text: string) => void;
  onClose: () => void;
}

export function DeleteRequest({ request, onNotice, onClose }: DeleteRequestProps) {
  const { t } = useTranslation();
  const deleting = useRequestDeletion(request, () => {
    onClose();
    onNotice(t('dashboard.deleted'));
  });
  return (
    <ConfirmDialog
      failure={deleting.error && <DeletionFailure error={deleting.error} />}
      isBusy={deleting.isBusy}
      onClose={onClose}
      onConfirm={() => deleting.run()}
      text={t('dashboard.deleteConfirm')}
      texts={{ confirm: t('dashboard.delete'), cancel: t('common.cancel') }}
      title={t('dashboard.delete')}
    >
      <EndsProposalsWarning request={request} />
    </ConfirmDialog>
  );
}

const lasting = ['while_impersonating', 'request_in_agreement', 'request_is_record'];

/** The sentence of a failed deletion: the server's if a retry cannot help. */
function DeletionFailure({ error }: { error: Error }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const isSaid = isUnanswered(error) || (error instanceof ApiError && lasting.includes(error.code));
  const failed = t('dashboard.deleteFailed');
  return <Failure text={isSaid ? errorText(error, failed, true) : failed} />;
}
