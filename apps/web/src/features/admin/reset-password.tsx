import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ApiError, callApi } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { useTranslation } from '../../i18n/language.tsx';
import button from '../../ui/button.module.css';
import { closeDialog, Dialog } from '../../ui/dialog.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { ActionFailure } from './action-failure.tsx';
import classes from './admin.module.css';
import type { DeedDialogProps } from './deed.ts';
import { isTooShort } from './is-too-short.ts';

/** Gives a teacher a new password. What was typed stays when it could not be done. */
export function ResetPassword({ teacher, onClose, onDone }: DeedDialogProps) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const [isRefused, setRefused] = useState(false);
  const { run, isBusy, error } = useAction(
    (newPassword: string) =>
      callApi(`/admin/users/${teacher._id}/password`, { method: 'PUT', body: { newPassword } }),
    () => onDone(t('admin.resetPasswordDone', { name: teacher.name })),
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setRefused(isTooShort(password));
    if (isTooShort(password)) event.currentTarget.querySelector('input')?.focus();
    else run(password);
  };
  const said = error instanceof ApiError ? error.fields.newPassword : undefined;
  return (
    <Dialog isLocked={isBusy} onClose={onClose} title={t('admin.resetPasswordOf', { name: teacher.name })}>
      <form className={classes.form} noValidate onSubmit={submit}>
        <PasswordField
          autoComplete="new-password"
          data-autofocus
          description={t('admin.resetPasswordHint')}
          error={isRefused ? t('admin.passwordTooShort') : said}
          label={t('admin.newPassword')}
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            setRefused(false);
          }}
          readOnly={isBusy}
          required
          value={password}
        />
        {!isBusy && <ActionFailure error={error} text={t('admin.failedUserPassword')} />}
        <div className={classes.end}>
          <button className={button.soft} disabled={isBusy} onClick={closeDialog} type="button">
            {t('admin.cancel')}
          </button>
          <Button loading={isBusy} type="submit">
            {t('admin.resetPasswordSubmit')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
