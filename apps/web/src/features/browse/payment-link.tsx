import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { useOrigin } from '../../session/origin.ts';

/** The way to the payment, which knows the way back. */
export function PaymentLink({ className, text }: { className: string | undefined; text: string }) {
  const origin = useOrigin();
  return (
    <Link className={className} state={origin} to={paths.payment}>
      {text}
    </Link>
  );
}
