import { FormEnd } from '../../form/form-end.tsx';
import type { TextBinding } from '../../form/form-values.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';

type End = Parameters<typeof FormEnd>[0];

interface NewPasswordPartProps {
  readonly form: End['form'] & { readonly isDone: boolean; text(name: 'newPassword'): TextBinding };
  /** Message if the password was not set, or a function that renders any refusal. */
  readonly failed: End['failed'];
}

/** New password and the end of a form that sets it. The form closes once the password is set. */
export function NewPasswordPart({ form, failed }: NewPasswordPartProps) {
  const { t } = useTranslation();
  return (
    <>
      <PasswordField
        autoComplete="new-password"
        description={t('register.passwordHint')}
        label={t('password.new')}
        {...form.text('newPassword')}
      />
      <FormEnd
        done={t('reset.passwordSet')}
        failed={failed}
        form={form}
        isClosed={form.isDone}
        texts={{ submit: t('reset.setPassword') }}
      />
    </>
  );
}
