import { accountDeletionSchema } from '@mutual-transfer/domain/accounts/user';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { FormDialog } from '../form/dialogs.tsx';
import { schemaErrors } from '../form/schema-errors.ts';
import { useForm } from '../form/use-form.ts';
import { callApi } from '../platform/client.ts';
import { useMessages, useTranslation } from '../platform/i18n/language.tsx';
import { useLeave } from '../platform/leaving.ts';
import { paths } from '../platform/paths.ts';
import { noteAccountDeleted } from '../platform/session.ts';
import { Button } from '../ui/button.tsx';
import { PasswordField } from '../ui/fields/text-fields.tsx';
import page from '../ui/page.module.css';

/** Lists what is erased with the account, above the button that begins the erasure. */
export function DeletePart() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={page.stack}>
      <p>{t('account.deleteText')}</p>
      <div className={page.buttons}>
        <Button onClick={() => setOpen(true)}>
          <IconTrash aria-hidden="true" size={18} />
          {t('account.delete')}
        </Button>
      </div>
      {isOpen && <DeleteAccount onClose={() => setOpen(false)} />}
    </div>
  );
}

/** Asks for the password, then erases the account. */
function DeleteAccount({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const messages = useMessages();
  const leave = useLeave();
  const form = useForm({
    initial: { password: '' },
    check: (values) => schemaErrors(accountDeletionSchema, values, messages),
    send: (body) => callApi('/auth/account', { method: 'DELETE', body }),
    onDone: () => {
      noteAccountDeleted();
      return leave(paths.home, { notice: 'accountDeleted' });
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('account.deleteTitle')}
      failed={t('account.failedDelete')}
      kind="grave"
      texts={{ submit: t('account.deleteConfirm'), cancel: t('common.cancel') }}
    >
      <p>{t('account.deleteText')}</p>
      <PasswordField
        autoComplete="current-password"
        data-autofocus
        label={t('password.current')}
        {...form.text('password')}
      />
    </FormDialog>
  );
}
