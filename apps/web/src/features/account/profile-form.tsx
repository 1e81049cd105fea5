import { Button } from '@mantine/core';
import type { Account } from '@mutual-transfer/domain/user';
import type { ReactNode } from 'react';
import { ApiError } from '../../api/client.ts';
import { useErrorText } from '../../api/error-text.ts';
import { useTranslation } from '../../i18n/language.tsx';
import type { KeptSession } from '../../session/session.ts';
import { TeachingFields } from '../../teacher/teaching-fields.tsx';
import { WishFields, WorkFields } from '../../teacher/work-fields.tsx';
import { YouFields } from '../../teacher/you-fields.tsx';
import { Failure } from '../../ui/failure.tsx';
import { FormGroup } from '../../ui/form-group.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import classes from './account.module.css';
import { useProfile } from './use-profile.ts';

interface ProfileFormProps {
  readonly session: KeptSession;
  readonly account: Account;
}

/** What a teacher says of themselves, to be kept true: above all where they work now. */
export function ProfileForm({ session, account }: ProfileFormProps) {
  const { t } = useTranslation();
  const { form, element, submit, saving, hasMoved, asksPassword } = useProfile(session, account);
  return (
    <form className={classes.form} method="post" noValidate onSubmit={submit} ref={element}>
      <p className={classes.note}>{t('account.moved')}</p>
      <WorkFields form={form} />
      <WishFields form={form} />
      <TeachingFields form={form} />
      <YouFields form={form} />
      <FormGroup title={t('account.login')}>
        <TextField
          autoComplete="email"
          inputMode="email"
          label={t('register.email')}
          required
          spellCheck={false}
          type="email"
          {...form.getInputProps('email')}
        />
        {asksPassword && (
          <PasswordField
            autoComplete="current-password"
            description={t('account.passwordNeeded')}
            label={t('account.currentPassword')}
            required
            {...form.getInputProps('currentPassword')}
          />
        )}
      </FormGroup>
      <End error={saving.error} isBusy={saving.isPending}>
        {saving.isSuccess && !form.isDirty() && (
          <>
            {t('account.saved')} {hasMoved && t('account.savedMoved')}
          </>
        )}
      </End>
    </form>
  );
}

interface EndProps {
  readonly error: Error | null;
  readonly isBusy: boolean;
  /** What is said once it is saved. */
  readonly children: ReactNode;
}

function End({ error, isBusy, children }: EndProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const isToldAtField = error instanceof ApiError && Object.keys(error.fields).length > 0;
  return (
    <div className={classes.end}>
      {error !== null && !isToldAtField && <Failure text={errorText(error, t('account.failed'))} />}
      <Button loading={isBusy} size="lg" type="submit">
        {t(isBusy ? 'account.saving' : 'account.save')}
      </Button>
      <p className={classes.done} role="status">
        {children}
      </p>
    </div>
  );
}
