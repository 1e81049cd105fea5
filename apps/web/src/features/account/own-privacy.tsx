import { privacyKeys } from '@mutual-transfer/domain/transfer-request-words';
import type { Account } from '@mutual-transfer/domain/user';
import { useQuery } from '@tanstack/react-query';
import { useErrorText } from '../../api/error-text.ts';
import { contactViewsQuery } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/language.tsx';
import { useFormats } from '../../i18n/names.ts';
import { Button } from '../../ui/button.tsx';
import check from '../../ui/check-field.module.css';
import { CheckField } from '../../ui/check-field.tsx';
import { Failure } from '../../ui/failure.tsx';
import page from '../../ui/page.module.css';
import { useOwnPrivacy } from './use-own-privacy.ts';

/** What a teacher hides of themselves, with or without a request, and how many saw their contact. */
export function OwnPrivacy({ account, token }: { account: Account; token: string }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const change = useOwnPrivacy(account, token);
  return (
    <div className={page.stack}>
      <Seen token={token} />
      <fieldset aria-busy={change.isBusy} className={check.group}>
        <legend>{t('privacy.ownHint')}</legend>
        {privacyKeys.map((key) => (
          <CheckField
            isOn={change.settings[key]}
            key={key}
            label={t(`privacy.${key}`)}
            onChange={(isHidden) => change.choose(key, isHidden)}
          />
        ))}
      </fieldset>
      {change.error !== null && <Failure text={errorText(change.error, t('privacy.failed'))} />}
      <div className={page.buttons}>
        <Button isBusy={change.isBusy} onClick={change.save}>
          {t('privacy.save')}
        </Button>
      </div>
      <p className={page.done} role="status">
        {change.isSaved && t('privacy.saved')}
      </p>
    </div>
  );
}

function Seen({ token }: { token: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { data: total } = useQuery(contactViewsQuery(token));
  if (total === undefined) return null;
  return <p>{t('privacy.seen', { count: total, formatted: formats.number(total) })}</p>;
}
