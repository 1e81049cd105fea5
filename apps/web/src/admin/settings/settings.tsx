import { useSession } from '../../platform/session/session.ts';
import page from '../../ui/page.module.css';
import { isOfState } from '../sections/sections.ts';
import { OwnPassword } from './own-password.tsx';
import { PaymentSettingsForm } from './payment-settings.tsx';
import { RefundRule } from './refund-rule.tsx';
import { SupportSettings } from './support-settings.tsx';

/** Settings: fee, refund rule, support address, and the administrator's password. District administrators see only the password. */
export function SettingsSection({ userId }: { userId: string }) {
  const session = useSession();
  if (session === null) return null;
  if (!isOfState(session.user)) return <OwnPassword />;
  return (
    <div className={page.columns}>
      <PaymentSettingsForm userId={userId} />
      <RefundRule userId={userId} />
      <SupportSettings />
      <OwnPassword />
    </div>
  );
}
