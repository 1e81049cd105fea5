import { ANY_BLOCK } from '@mutual-transfer/domain/reference/place-words';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { FormDialog } from '../form/dialogs.tsx';
import { checkLazily, useForm } from '../form/use-form.ts';

import { PlaceFields } from '../places/place-fields.tsx';
import { callApi } from '../platform/client.ts';
import { useMessages, useTranslation } from '../platform/i18n/language.tsx';
import { updateUser, useSession } from '../platform/session.ts';
import { TextField } from '../ui/fields/text-fields.tsx';
import { EndsProposalsWarning } from './ends-proposals.tsx';

const loadChecks = () => import('./request-checks.ts');

interface MoveDialogProps {
  request: TransferRequest;
  onMoved: (request: TransferRequest) => unknown;
  onClose: () => void;
}

/** Dialog for a completed transfer: asks for the new posting, which ends every request for that place. */
export default function MoveDialog({ request, onMoved, onClose }: MoveDialogProps) {
  const { t } = useTranslation();
  const form = useMoveForm(request, onMoved);
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('dashboard.moved')}
      failed={t('dashboard.stepFailed')}
      texts={{ submit: t('dashboard.moved'), cancel: t('common.cancel') }}
    >
      <p>{t('dashboard.movedConfirm')}</p>
      <EndsProposalsWarning request={request} />
      <PlaceFields
        block="postingBlock"
        district="district"
        form={form}
        labels={{ district: t('dashboard.newDistrict'), block: t('dashboard.newBlock') }}
      />
      <TextField autoComplete="organization" label={t('dashboard.newSchool')} {...form.text('schoolName')} />
    </FormDialog>
  );
}

function useMoveForm(request: TransferRequest, onMoved: MoveDialogProps['onMoved']) {
  const messages = useMessages();
  const session = useSession();
  return useForm({
    initial: {
      district: request.desiredDistrict,
      postingBlock: request.desiredBlock === ANY_BLOCK ? '' : request.desiredBlock,
      schoolName: '',
    },
    check: (values) =>
      checkLazily(loadChecks, ({ postingErrors }) => postingErrors(newPosting(values), messages)),
    send: (values) =>
      callApi<{ data: { request: TransferRequest } }>(`/requests/${request._id}/status`, {
        method: 'PATCH',
        body: { status: 'completed', newPosting: newPosting(values) },
      }),
    onDone: ({ data }, sent) => {
      updateUser(session?.token, newPosting(sent));
      return onMoved(data.request);
    },
  });
}

/** Returns the new posting. Keeps the school if none is entered. */
function newPosting({
  schoolName,
  ...place
}: {
  district: string;
  postingBlock: string;
  schoolName: string;
}) {
  return { ...place, ...(schoolName.trim() === '' ? {} : { schoolName: schoolName.trim() }) };
}
