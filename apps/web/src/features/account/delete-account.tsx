import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError, callApi } from '../../api/client.ts';
import { useErrorText } from '../../api/error-text.ts';
import { useTranslation } from '../../i18n/language.tsx';
import { useLeave } from '../../session/use-leave.ts';
import { closeDialog, Dialog } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/failure.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import classes from './account.module.css';

/** Asks for the password, then erases the account. */
export function DeleteAccount({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [password, setPassword] = useState('');
  const deleting = useDeletion();
  const { error } = deleting;
  const atField = error instanceof ApiError ? error.fields.password : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!deleting.isPending) deleting.mutate(password);
  };
  return (
    <Dialog isLocked={deleting.isPending} onClose={onClose} title={t('account.deleteTitle')}>
      <form className={classes.form} method="post" noValidate onSubmit={submit}>
        <p>{t('account.deleteText')}</p>
        <PasswordField
          autoComplete="current-password"
          error={atField}
          label={t('account.currentPassword')}
          onChange={(event) => setPassword(event.currentTarget.value)}
          required
          value={password}
        />
        {error !== null && atField === undefined && (
          <Failure text={errorText(error, t('account.failedDelete'))} />
        )}
        <div className={classes.buttons}>
          <Button disabled={deleting.isPending} onClick={closeDialog} variant="default">
            {t('account.cancel')}
          </Button>
          <Button color="red" loading={deleting.isPending} type="submit">
            {t('account.deleteConfirm')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function useDeletion() {
  const leave = useLeave();
  return useMutation({
    mutationFn: (password: string) => callApi('/auth/account', { method: 'DELETE', body: { password } }),
    onSuccess: () => leave('accountDeleted'),
  });
}
