import page from '../../../ui/page.module.css';
import { OwnPassword } from './own-password.tsx';
import { PaymentSettings } from './payment-settings.tsx';

/** The fee, and the administrator's own password. */
export function Settings({ token }: { token: string }) {
  return (
    <div className={page.columns}>
      <PaymentSettings token={token} />
      <OwnPassword />
    </div>
  );
}
