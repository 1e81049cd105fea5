import type { PrivacySettings, TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { privacyKeys } from '@mutual-transfer/domain/requests/transfer-request-words';
import { useRef } from 'react';
import { Link } from 'react-router';
import { CallFailure } from '../../form/call-failure.tsx';
import { AskBeforeLeaving } from '../../navigation/ask-before-leaving.tsx';
import { hasStatus } from '../../platform/api/client.ts';
import { useFreshQuery } from '../../platform/api/use-fresh-query.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { accountPartPath } from '../../platform/paths.ts';
import { useLoadedPrivacy } from '../../platform/session/profile.ts';
import { useSession } from '../../platform/session/session.ts';
import { Button } from '../../ui/button.tsx';
import { CheckField } from '../../ui/fields/check-field.tsx';
import page from '../../ui/page.module.css';
import { DoneText } from '../../ui/states/done-text.tsx';
import { Failure } from '../../ui/states/failure.tsx';
import { CardSkeletons } from '../../ui/states/skeletons.tsx';
import { hidesSomething, isOpen } from '../form/privacy-text.ts';
import { ownRequestQuery } from '../requests.queries.ts';
import { usePrivacyChange } from './use-privacy-change.ts';

interface PrivacyEditorProps {
  readonly request: TransferRequest;
  /** Number of the teacher's open requests. */
  readonly open: number;
}

/** Editor of a request's privacy settings, saved by a button. Loads the request, because the list may be of an earlier visit. */
export function PrivacyEditor({ request: { _id }, open }: PrivacyEditorProps) {
  const { t } = useTranslation();
  const { data, isPending, error, refetch } = useFreshQuery(
    ownRequestQuery(useSession()?.user._id ?? '', _id),
  );
  if (isPending) return <CardSkeletons label={t('common.loading')} />;
  if (data === undefined) return <CallFailure error={error} onRetry={refetch} text={t('common.failed')} />;
  return <LoadedEditor open={open} request={data} />;
}

function LoadedEditor({ request, open }: PrivacyEditorProps) {
  const { t } = useTranslation();
  const group = useRef<HTMLFieldSetElement>(null);
  const change = usePrivacyChange(request);
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
      {change.error !== null && <Failure text={t(isMissing ? 'privacy.notFound' : 'privacy.failed')} />}
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
