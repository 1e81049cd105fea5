import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useOrigin } from '../navigation/origin.ts';
import { paths } from '../platform/paths.ts';

interface PaymentLinkProps {
  readonly className: string | undefined;
  readonly text: string;
  /** Distinguishes links with the same text, for screen readers. */
  readonly of?: ReactNode;
}

/** Link to the payment page. Stores the current page to return to. */
export function PaymentLink({ className, text, of }: PaymentLinkProps) {
  const origin = useOrigin();
  return (
    <Link className={className} state={origin} to={paths.payment}>
      {text}
      {of}
    </Link>
  );
}
