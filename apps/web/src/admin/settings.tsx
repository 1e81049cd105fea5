import { tooShortForAdministrator } from '@mutual-transfer/domain/accounts/credentials';
import {
  type SupportSettings as Settings,
  type Support,
  supportSettingsSchema,
} from '@mutual-transfer/domain/administration/administration';
import { type Operator, operatorKinds } from '@mutual-transfer/domain/administration/operator';
import { useQueryClient } from '@tanstack/react-query';
import { Form, SubmitRow } from '../form/form.tsx';
import type { FieldErrors } from '../form/form-values.ts';
import { emptyPasswords, NewPasswordFields } from '../form/new-password-fields.tsx';
import { schemaErrors } from '../form/schema-errors.ts';
import { useForm } from '../form/use-form.ts';
import { callApi } from '../platform/client.ts';
import { useMessages, useTranslation } from '../platform/i18n/language.tsx';
import { useLeave } from '../platform/leaving.ts';
import { paths } from '../platform/paths.ts';
import { useFreshQuery } from '../platform/queries.ts';
import { useSession } from '../platform/session.ts';
import { supportQuery } from '../platform/support.queries.ts';
import card from '../ui/card.module.css';
import { SelectField } from '../ui/fields/select-field.tsx';
import { EmailField, TextField } from '../ui/fields/text-fields.tsx';
import page from '../ui/page.module.css';
import { ActionFailure, QueryState } from './list/query-state.tsx';
import { PaymentSettingsForm, RefundRuleForm } from './payment-settings.tsx';
import { SecondFactor } from './second-factor.tsx';
import { isOfState } from './sections.ts';

/** Returns the form of the user's own password. The change ends every session including this one, so it redirects to the login. */
function useOwnPassword() {
  const { t } = useTranslation();
  const messages = useMessages();
  const leave = useLeave();
  return useForm({
    initial: emptyPasswords,
    check: ({ currentPassword, newPassword, confirmPassword }): FieldErrors => {
      const tooShort = tooShortForAdministrator(newPassword);
      return {
        ...(currentPassword === '' && { currentPassword: messages('field.required') }),
        ...(tooShort && { newPassword: messages(tooShort) }),
        ...(newPassword !== confirmPassword && { confirmPassword: t('password.mismatch') }),
      };
    },
    send: ({ currentPassword, newPassword }) =>
      callApi('/admin/password', { method: 'PUT', body: { currentPassword, newPassword } }),
    onDone: () => leave(paths.login, { from: paths.admin, notice: 'passwordChanged' }),
  });
}

function OwnPassword() {
  const { t } = useTranslation();
  const form = useOwnPassword();
  return (
    <section aria-labelledby="own-password" className={card.card}>
      <h2 id="own-password">{t('admin.ownPassword')}</h2>
      <p className={page.soft}>{t('admin.ownPasswordHint')}</p>
      <Form form={form}>
        <NewPasswordFields form={form} hint={t('admin.passwordHint')} />
        <SubmitRow
          failed={(error) => <ActionFailure error={error} text={t('account.failedPassword')} />}
          form={form}
          texts={{ submit: t('account.changePassword'), busy: t('admin.changingPassword') }}
        />
      </Form>
    </section>
  );
}

/** Form for the support address and the address of the state portal. */
export function SupportSettingsForm() {
  const { t } = useTranslation();
  const query = useFreshQuery(supportQuery);
  return (
    <section aria-labelledby="support-settings" className={card.card}>
      <h2 id="support-settings">{t('admin.support')}</h2>
      <p className={page.soft}>{t('admin.supportHint')}</p>
      <QueryState query={query} text={t('admin.failedSupport')} />
      {query.data && <SupportForm settings={query.data} />}
    </section>
  );
}

function SupportForm({ settings }: { settings: Support }) {
  const { t } = useTranslation();
  const messages = useMessages();
  const client = useQueryClient();
  const { operator } = settings;
  const form = useForm({
    initial: { supportEmail: settings.supportEmail, portalUrl: settings.portalUrl ?? '', ...operator },
    check: (values) => flatErrors(schemaErrors(supportSettingsSchema, bodyOf(values), messages)),
    send: (values) => callApi<Settings>('/admin/support', { method: 'PUT', body: bodyOf(values) }),
    onDone: (saved) => client.setQueryData(supportQuery.queryKey, (known) => known && { ...known, ...saved }),
  });
  return (
    <Form form={form}>
      <SelectField
        description={t('admin.operator.kindHint')}
        label={t('admin.operator.kind')}
        options={operatorKinds.map((kind) => ({ value: kind, label: t(`admin.operator.kinds.${kind}`) }))}
        {...form.text('kind')}
      />
      <TextField autoComplete="off" label={t('admin.operator.name')} {...form.text('name')} />
      <TextField autoComplete="off" label={t('admin.operator.address')} {...form.text('address')} />
      <TextField
        autoComplete="off"
        inputMode="tel"
        label={t('admin.operator.phone')}
        {...form.text('phone')}
      />
      <TextField
        autoComplete="off"
        description={t('admin.operator.officerHint')}
        label={t('admin.operator.officer')}
        {...form.text('grievanceOfficer')}
      />
      <TextField autoComplete="off" label={t('admin.operator.gstin')} {...form.text('gstin')} />
      <EmailField autoComplete="off" label={t('admin.supportEmail')} {...form.text('supportEmail')} />
      <TextField
        autoComplete="off"
        description={t('admin.portalUrlHint')}
        inputMode="url"
        label={t('admin.portalUrl')}
        {...form.text('portalUrl')}
      />
      <SubmitRow
        done={t('admin.supportSaved')}
        failed={(error) => <ActionFailure error={error} text={t('admin.failedSupportSave')} />}
        form={form}
        texts={{ submit: t('admin.supportSave'), busy: t('common.saving') }}
      />
    </Form>
  );
}

/** Returns the request body. An empty portal address removes the stored one. */
function bodyOf({
  supportEmail,
  portalUrl,
  ...operator
}: { supportEmail: string; portalUrl: string } & Operator) {
  return { supportEmail, portalUrl: typedAddress(portalUrl), operator };
}

/** Moves the errors of the operator to the fields that hold its parts. */
function flatErrors(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([path, sentence]) => [path.replace(/^operator\./, ''), sentence]),
  );
}

/** Settings: fee, refund rule, support address, and the administrator's password. District administrators see only their own sign-in. */
export function SettingsSection({ userId }: { userId: string }) {
  const session = useSession();
  if (session === null) return null;
  if (!isOfState(session.user))
    return (
      <div className={page.columns}>
        <OwnPassword />
        <SecondFactor session={session} />
      </div>
    );
  return (
    <div className={page.columns}>
      <PaymentSettingsForm userId={userId} />
      <RefundRuleForm userId={userId} />
      <SupportSettingsForm />
      <OwnPassword />
      <SecondFactor session={session} />
    </div>
  );
}

/** Returns a typed address; `https://` is added to one without a scheme. Null if it is empty. */
function typedAddress(typed: string): string | null {
  const address = typed.trim();
  if (address === '') return null;
  return /^[a-z][a-z\d+.-]*:/i.test(address) ? address : `https://${address}`;
}
