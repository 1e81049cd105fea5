import { Form } from '../../form/form.tsx';
import { FormEnd } from '../../form/form-end.tsx';
import { NewPasswordFields } from '../../form/new-password-fields.tsx';
import { useTranslation } from '../../platform/i18n/language.tsx';
import card from '../../ui/card.module.css';
import page from '../../ui/page.module.css';
import { ActionFailure } from '../action-failure.tsx';
import { useOwnPassword } from './use-own-password.ts';

/** Changes the administrator's own password. */
export function OwnPassword() {
  const { t } = useTranslation();
  const form = useOwnPassword();
  return (
    <section aria-labelledby="own-password" className={card.card}>
      <h2 id="own-password">{t('admin.ownPassword')}</h2>
      <p className={page.soft}>{t('admin.ownPasswordHint')}</p>
      <Form form={form}>
        <NewPasswordFields form={form} />
        <FormEnd
          failed={(error) => <ActionFailure error={error} text={t('account.failedPassword')} />}
          form={form}
          texts={{ submit: t('account.changePassword'), busy: t('admin.changingPassword') }}
        />
      </Form>
    </section>
  );
}
