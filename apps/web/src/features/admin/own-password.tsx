import { Button } from '@mantine/core';
import { useTranslation } from '../../i18n/language.tsx';
import card from '../../ui/card.module.css';
import { PasswordField } from '../../ui/password-field.tsx';
import { ActionFailure } from './action-failure.tsx';
import classes from './admin.module.css';
import { useOwnPassword } from './use-own-password.ts';

/** Changes the administrator's own password. */
export function OwnPassword() {
  const { t } = useTranslation();
  const { form, element, submit, isBusy, error } = useOwnPassword();
  return (
    <section aria-labelledby="own-password" className={card.card}>
      <h2 id="own-password">{t('admin.ownPassword')}</h2>
      <p className={card.soft}>{t('admin.ownPasswordHint')}</p>
      <form className={classes.form} noValidate onSubmit={submit} ref={element}>
        <PasswordField
          autoComplete="current-password"
          label={t('admin.currentPassword')}
          readOnly={isBusy}
          required
          {...form.getInputProps('currentPassword')}
        />
        <PasswordField
          autoComplete="new-password"
          label={t('admin.newPassword')}
          readOnly={isBusy}
          required
          {...form.getInputProps('newPassword')}
        />
        <PasswordField
          autoComplete="new-password"
          label={t('admin.confirmPassword')}
          readOnly={isBusy}
          required
          {...form.getInputProps('confirmPassword')}
        />
        {!isBusy && <ActionFailure error={error} text={t('admin.failedPassword')} />}
        <Button loading={isBusy} type="submit">
          {t(isBusy ? 'admin.changingPassword' : 'admin.changePassword')}
        </Button>
      </form>
    </section>
  );
}
