import { PRIVACY_MESSAGE_SHOWN } from '@mutual-transfer/domain/constants';
import type {
  PrivacySettings,
  RequestStatus,
  TransferRequest,
} from '@mutual-transfer/domain/requests/transfer-request';
import { privacyKeys } from '@mutual-transfer/domain/requests/transfer-request-words';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { useSeenInList } from '../agreements/seen-fields.tsx';
import { CallFailure } from '../form/call-failure.tsx';
import { AskBeforeLeaving } from '../navigation/ask-before-leaving.tsx';
import { callApi, hasStatus, isUnanswered } from '../platform/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { replaceOwnRequest } from '../platform/own-requests.ts';
import { accountPartPath } from '../platform/paths.ts';
import { useAccountPrivacy, useLoadedPrivacy } from '../platform/profile.ts';
import { askAgain, useFreshQuery } from '../platform/queries.ts';
import { useSession } from '../platform/session.ts';
import { useAction } from '../platform/use-action.ts';
import { Button } from '../ui/button.tsx';
import { CheckField } from '../ui/fields/check-field.tsx';
import page from '../ui/page.module.css';
import { CardSkeletons, DoneText, Failure } from '../ui/states.tsx';
import { useTimedFlag } from '../ui/use-timer.ts';
import { ownRequestQuery } from './requests.queries.ts';

export function hidesSomething(settings: PrivacySettings): boolean {
  return privacyKeys.some((key) => settings[key]);
}

/** Returns `true` if requests of the status are visible to others. */
export function isOpen(status: RequestStatus): boolean {
  return status === 'active' || status === 'pending';
}

export function openRequests(requests: readonly TransferRequest[]): number {
  return requests.filter(({ status }) => isOpen(status)).length;
}

/** Returns a formatter of the fields that a request hides, with those that the account hides. */
export function usePrivacyText(): (settings: PrivacySettings) => string {
  const { t } = useTranslation();
  const { list } = useFormats();
  const account = useAccountPrivacy();
  const fieldsOf = (isShown: (key: keyof PrivacySettings) => boolean) =>
    privacyKeys.filter(isShown).map((key) => t(`privacy.fields.${key}`));
  return (settings) => {
    const byAccount = fieldsOf((key) => account[key]);
    const byRequest = fieldsOf((key) => settings[key] && !account[key]);
    const texts = { account: list(byAccount), fields: list(byRequest) };
    if (byAccount.length > 0)
      return t(byRequest.length > 0 ? 'privacy.hiddenByBoth' : 'privacy.hiddenByAccount', texts);
    return t(byRequest.length > 0 ? 'privacy.hidden' : 'privacy.nothingHidden', texts);
  };
}

interface PrivacyChange {
  settings: PrivacySettings;
  isChanged: boolean;
  isBusy: boolean;
  isSaved: boolean;
  error: unknown;
  choose: (key: keyof PrivacySettings, isHidden: boolean) => void;
  discard: () => void;
  save: () => void;
}

/** Returns the privacy settings of a request with unsaved changes. */
function usePrivacyChange({ _id, privacySettings }: TransferRequest): PrivacyChange {
  const client = useQueryClient();
  const [edits, setEdits] = useState<Partial<PrivacySettings>>({});
  const [isSaved, showSaved] = useTimedFlag(PRIVACY_MESSAGE_SHOWN);
  const settings = { ...privacySettings, ...edits };
  const saving = useAction(
    () =>
      callApi<{ data: { request: TransferRequest } }>(`/requests/${_id}/privacy`, {
        method: 'PUT',
        body: { privacySettings: settings },
      }),
    async ({ data }) => {
      await replaceOwnRequest(client, data.request);
      setEdits({});
      showSaved(true);
      void askAgain(client, 'requests');
    },
  );
  const choose = (key: keyof PrivacySettings, isHidden: boolean) => {
    if (saving.isBusy) return;
    saving.reset();
    showSaved(false);
    setEdits({ ...edits, [key]: isHidden });
  };
  const discard = () => {
    saving.reset();
    setEdits({});
  };
  return {
    settings,
    isChanged: privacyKeys.some((key) => settings[key] !== privacySettings[key]),
    isBusy: saving.isBusy,
    isSaved,
    error: saving.error,
    choose,
    discard,
    save: () => saving.run(),
  };
}

interface PrivacyEditorProps {
  request: TransferRequest;
  /** Number of the teacher's open requests. */
  open: number;
}

/** Editor of a request's privacy settings, saved by a button. Loads the request, because the list may be of an earlier visit. */
export function PrivacyEditor({ request: { _id }, open }: PrivacyEditorProps) {
  const { t } = useTranslation();
  const { data, isPending, error, refetch } = useFreshQuery(
    ownRequestQuery(useSession()?.user._id ?? '', _id),
  );
  if (isPending) return <CardSkeletons />;
  if (data === undefined) return <CallFailure error={error} onRetry={refetch} text={t('common.failed')} />;
  return <LoadedEditor open={open} request={data} />;
}

function LoadedEditor({ request, open }: PrivacyEditorProps) {
  const { t } = useTranslation();
  const group = useRef<HTMLFieldSetElement>(null);
  const change = usePrivacyChange(request);
  const seenInList = useSeenInList();
  const { hidden, isLoaded } = useLoadedPrivacy();
  const isLocked = (key: keyof PrivacySettings) => isLoaded && hidden[key];
  // Save and Discard disappear when they are done, so focus moves to the settings.
  const keepFocus = () => group.current?.focus();
  const save = () => {
    keepFocus();
    change.save();
  };
  const discard = () => {
    keepFocus();
    change.discard();
  };
  const isMissing = hasStatus(change.error, 404);
  return (
    <fieldset aria-busy={change.isBusy} className={page.well} ref={group} tabIndex={-1}>
      <legend>{t('dashboard.privacySettings')}</legend>
      <Reach open={open} request={request} />
      {isOpen(request.status) && request.seen && <p className={page.soft}>{seenInList(request.seen)}</p>}
      <div className={page.filters}>
        {privacyKeys.map((key) => (
          <CheckField
            isDisabled={isLocked(key)}
            isOn={isLocked(key) || change.settings[key]}
            key={key}
            label={t(`hide.${key}`)}
            onChange={(isHidden) => change.choose(key, isHidden)}
          />
        ))}
      </div>
      {hidesSomething(hidden) && (
        <p className={page.soft}>
          {t('privacy.byAccount')} <Link to={accountPartPath('privacy')}>{t('account.privacyTitle')}</Link>
        </p>
      )}
      {change.isChanged && <AskBeforeLeaving />}
      {isUnanswered(change.error) ? (
        <CallFailure error={change.error} text={t('privacy.failed')} />
      ) : (
        change.error !== null && <Failure text={t(isMissing ? 'privacy.notFound' : 'privacy.failed')} />
      )}
      {change.isChanged && (
        <div className={page.buttons}>
          <Button kind="main" onClick={save}>
            {t(change.isBusy ? 'common.saving' : 'privacy.save')}
          </Button>
          {!change.isBusy && (
            <Button kind="quiet" onClick={discard}>
              {t('privacy.discard')}
            </Button>
          )}
        </div>
      )}
      <DoneText>{change.isSaved && t('privacy.saved')}</DoneText>
    </fieldset>
  );
}

/** Explains which requests the settings apply to. */
function Reach({ request, open }: PrivacyEditorProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (!isOpen(request.status)) return <p className={page.soft}>{t('privacy.closed')}</p>;
  if (open < 2) return null;
  return <p className={page.soft}>{t('privacy.several', { formatted: formats.number(open) })}</p>;
}
