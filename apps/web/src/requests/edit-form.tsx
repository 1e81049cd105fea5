import type { Session } from '@mutual-transfer/domain/accounts/user';
import type { Messages } from '@mutual-transfer/domain/language/messages';
import { ANY_BLOCK } from '@mutual-transfer/domain/reference/place-words';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { rulesTodayQuery } from '../agreements/agreements.queries.ts';
import type { OpenProposal } from '../agreements/open-proposals.ts';
import { useConfirmation } from '../form/dialogs.tsx';
import { Form, ReviewOffer, SubmitRow } from '../form/form.tsx';
import { checkLazily, useForm } from '../form/use-form.ts';
import { callApi } from '../platform/client.ts';
import { useMessages, useTranslation } from '../platform/i18n/language.tsx';
import { useNames } from '../platform/i18n/names.ts';
import { askAround, replaceOwnRequest } from '../platform/own-requests.ts';
import { myRequestsPath } from '../platform/paths.ts';
import button from '../ui/button.module.css';
import { ConfirmDialog } from '../ui/dialog.tsx';
import page from '../ui/page.module.css';
import { useEndsProposalsText } from './ends-proposals.tsx';
import { changesMatched, RequestFields, type RequestValues } from './request-fields.tsx';

type EditValues = RequestValues & { sendForReview: boolean };

/** Returns the sentence that an edit of a request ends open proposals; `undefined` if it ends none. */
function useEndsProposalsTextByEdit(request: TransferRequest, values: EditValues): string | undefined {
  const isUnequal = useIsUnequal(request, values);
  const ending = useEndsProposalsText(
    request,
    'edit',
    ({ movesTo }) => values.sendForReview || isUnequal || !accepts(values, movesTo),
  );
  return values.sendForReview || changesMatched(request, values) ? ending : undefined;
}

/** Returns true if the edit changes an attribute that the rules require to be equal within a group. Assumes the rule until it is loaded. */
function useIsUnequal(request: TransferRequest, values: RequestValues): boolean {
  const { data } = useQuery(rulesTodayQuery());
  return (['subject', 'classRange'] as const).some(
    (field) => values[field] !== request[field] && (data?.rules.mustBeEqual.includes(field) ?? true),
  );
}

function accepts(
  { desiredDistrict, desiredBlock }: RequestValues,
  movesTo: OpenProposal['movesTo'],
): boolean {
  const isInDistrict = movesTo?.district === desiredDistrict;
  return isInDistrict && (desiredBlock === ANY_BLOCK || desiredBlock === movesTo?.block);
}

const loadChecks = () => import('./request-checks.ts');

interface EditFormProps {
  request: TransferRequest;
  session: Session;
  onChanged: (request: TransferRequest) => void;
}

/** Form that edits a request: prefilled, and stored as a draft. Privacy settings are edited elsewhere. */
export function EditForm({ request, session, onChanged }: EditFormProps) {
  const { t } = useTranslation();
  const messages = useMessages();
  const form = useEditForm(request, onChanged);
  const warning = useEndsProposalsTextByEdit(request, form.values);
  const [shown, setShown] = useState('');
  const { isAsked, submit, onClose, onConfirm } = useConfirmation(form, {
    errors: () => editErrors(form.current(), messages),
    // The text stays if the proposals end while it is shown.
    prepare: () => setShown(warning ?? ''),
  });
  return (
    <Form className={page.panel} form={warning === undefined ? form : { ...form, submit }}>
      <RequestFields form={form} user={session.user}>
        {!form.values.sendForReview && <Consequences request={request} values={form.values} />}
      </RequestFields>
      <ReviewOffer consequence={t('request.reviewEnds')} form={form} />
      <SubmitRow
        failed={t('dashboard.stepFailed')}
        form={form}
        isLarge
        texts={{ submit: t('common.saveChanges'), busy: t('request.submitting') }}
      >
        <Link className={button.quiet} to={myRequestsPath}>
          {t('common.cancel')}
        </Link>
      </SubmitRow>
      {isAsked && (
        <ConfirmDialog
          isBusy={form.isBusy}
          onClose={onClose}
          onConfirm={onConfirm}
          text={shown}
          texts={{ confirm: t('common.saveChanges'), cancel: t('common.cancel') }}
          title={t('request.edit')}
        />
      )}
    </Form>
  );
}

function editErrors(values: RequestValues, messages: Messages) {
  return checkLazily(loadChecks, ({ requestErrors }) => requestErrors(values, messages));
}

function useEditForm(request: TransferRequest, onChanged: EditFormProps['onChanged']) {
  const messages = useMessages();
  const client = useQueryClient();
  return useForm({
    initial: { ...requestValues(request), sendForReview: false },
    check: (values) => editErrors(values, messages),
    send: (values) =>
      callApi<{ data: { request: TransferRequest } }>(`/requests/${request._id}`, {
        method: 'PATCH',
        body: values,
      }),
    onDone: async ({ data }) => {
      await replaceOwnRequest(client, data.request);
      onChanged(data.request);
      void askAround(client, request._id);
    },
    draft: { form: `request-${request._id}`, without: ['sendForReview'] },
  });
}

function requestValues({ additionalInfo = '', ...request }: TransferRequest): RequestValues {
  const { desiredDistrict, desiredBlock, subject, classRange, reason, urgency, contactPreference } = request;
  return {
    desiredDistrict,
    desiredBlock,
    subject,
    classRange,
    reason,
    additionalInfo,
    urgency,
    contactPreference,
  };
}

/** Explains before saving how the change affects matches, rings and proposals. */
function Consequences({ request, values }: { request: TransferRequest; values: RequestValues }) {
  const { t } = useTranslation();
  const names = useNames();
  const { desiredDistrict, desiredBlock } = values;
  const place =
    desiredBlock === ''
      ? names.district(desiredDistrict)
      : names.placeInSentence(desiredDistrict, desiredBlock);
  return (
    <p className={page.note} role="status">
      {t(changesMatched(request, values) ? 'request.changesMatches' : 'request.keepsMatches', { place })}
    </p>
  );
}
