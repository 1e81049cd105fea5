import type { Account } from '@mutual-transfer/domain/accounts/user';
import { Link } from 'react-router';
import { Form } from '../../form/form.tsx';
import { FormEnd } from '../../form/form-end.tsx';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { accountPartPath } from '../../platform/paths.ts';
import type { StoredSession } from '../../platform/session/session.ts';
import { EmailField } from '../../ui/fields/email-field.tsx';
import { FormFoot, FormGroup } from '../../ui/fields/form-group.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import page from '../../ui/page.module.css';
import { JoinedOnField } from './joined-on-field.tsx';
import { ServiceBookFields } from './service-book-fields.tsx';
import { TeachingFields } from './teaching-fields.tsx';
import { useProfile } from './use-profile.ts';
import { WishFields, WorkFields } from './work-fields.tsx';
import { YouFields } from './you-fields.tsx';

interface ProfileFormProps {
  readonly session: StoredSession;
  readonly account: Account;
}

export function ProfileForm({ session, account }: ProfileFormProps) {
  const { t } = useTranslation();
  const { form, hasMoved, hasLostMark, asksPassword } = useProfile(session, account);
  return (
    <Form form={form}>
      <p className={page.note}>{t('account.moved')}</p>
      <WorkFields form={form} />
      <JoinedOnField account={account} field={form.text('joinedOn')} />
      <ServiceBookFields form={form} />
      <WishFields form={form} />
      <TeachingFields form={form} />
      <YouFields form={form} />
      <FormGroup title={t('account.login')}>
        <EmailField autoComplete="email" {...form.text('email')} />
        {asksPassword && (
          <PasswordField
            autoComplete="current-password"
            description={t('account.passwordNeeded')}
            label={t('password.current')}
            {...form.text('currentPassword')}
          />
        )}
      </FormGroup>
      <FormFoot>
        <FormEnd
          done={<Saved hasLostMark={hasLostMark} hasMoved={hasMoved} />}
          failed={t('account.failed')}
          form={form}
          isLarge
          texts={{ submit: t('common.saveChanges'), busy: t('common.saving') }}
        />
      </FormFoot>
    </Form>
  );
}

interface SavedProps {
  readonly hasMoved: boolean;
  /** The change removed the mark of a verified teacher. */
  readonly hasLostMark: boolean;
}

function Saved({ hasMoved, hasLostMark }: SavedProps) {
  const { t } = useTranslation();
  return (
    <>
      {t('account.saved')} {hasMoved && `${t('account.savedMoved')} `}
      {hasLostMark && (
        <>
          {t('account.savedUnverified')} <Link to={accountPartPath('phone')}>{t('account.phoneTitle')}</Link>
        </>
      )}
    </>
  );
}
