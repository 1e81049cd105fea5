import classes from '../admin.module.css';
import { OwnPassword } from './own-password.tsx';
import { PaymentSettings } from './payment-settings.tsx';

/** The fee, and the administrator's own password. */
export function Settings({ token }: { token: string }) {
  return (
    <div className={classes.columns}>
      <PaymentSettings token={token} />
      <OwnPassword />
    </div>
  );
}
