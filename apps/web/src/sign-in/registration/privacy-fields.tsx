import { privacyKeys } from '@mutual-transfer/domain/requests/transfer-request-words';
import { useState } from 'react';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckField } from '../../ui/fields/check-field.tsx';
import { focusIfLost } from '../../ui/focus-if-lost.ts';
import page from '../../ui/page.module.css';
import type { RegistrationForm } from './use-registration.ts';

/** Privacy fields, collapsed because most teachers hide nothing. */
export function PrivacyFields({ form }: { form: RegistrationForm }) {
  const { t } = useTranslation();
  const [isAsked, setIsAsked] = useState(false);
  const isShown = isAsked || privacyKeys.some((key) => form.values[key]);
  if (!isShown) return <Button onClick={() => setIsAsked(true)}>{t('register.choosePrivacy')}</Button>;
  return (
    <fieldset className={page.well} ref={isAsked ? focusIfLost : undefined} tabIndex={-1}>
      <legend>{t('register.privacy')}</legend>
      <p className={page.soft}>{t('register.privacyHint')}</p>
      {privacyKeys.map((key) => (
        <CheckField key={key} label={t(`hide.${key}`)} {...form.toggle(key)} />
      ))}
    </fieldset>
  );
}
