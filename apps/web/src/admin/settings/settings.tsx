import page from '../../ui/page.module.css';
import { Administrators } from './administrators.tsx';
import { OwnPassword } from './own-password.tsx';
import { PaymentSettings } from './payment-settings.tsx';
import { RefundRule } from './refund-rule.tsx';
import { SupportSettings } from './support-settings.tsx';

/** Settings: fee, refund rule, support address, the administrator's password, and administrators. */
export function Settings({ token }: { token: string }) {
  return (
    <div className={page.page}>
      <div className={page.columns}>
        <PaymentSettings token={token} />
        <RefundRule token={token} />
        <SupportSettings />
        <OwnPassword />
      </div>
      <Administrators token={token} />
    </div>
  );
}
