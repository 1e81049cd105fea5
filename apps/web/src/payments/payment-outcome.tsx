import { PAYMENT_REDIRECT_DELAY } from '@mutual-transfer/domain/constants';
import { IconCircleCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { NoticeState } from '../navigation/notice-state.ts';
import { pathOfOrigin } from '../navigation/origin.ts';
import { Redirect } from '../navigation/redirect.tsx';
import { useTranslation } from '../platform/i18n/language.tsx';
import { paths } from '../platform/paths.ts';
import button from '../ui/button.module.css';
import page from '../ui/page.module.css';

/** The next page repeats the confirmation, with a link to the receipt. */
const state: NoticeState = { notice: 'paid' };

/** Confirms the payment for two seconds, then returns to the page the user came from. */
export function Paid() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const way = useWayBack();
  // Returns after a timer. Cancelled if the user leaves before.
  useEffect(() => {
    const timer = setTimeout(() => void navigate(way, { replace: true, state }), PAYMENT_REDIRECT_DELAY);
    return () => clearTimeout(timer);
  }, [navigate, way]);
  return (
    <Outcome state={state} text={t('payment.paidText')} title={t('payment.paidTitle')} way={way}>
      <Link to={paths.receipt}>{t('frame.receipt')}</Link>
    </Outcome>
  );
}

/** Redirects immediately, because no payment is required or the user has already paid. */
export function NotRequired() {
  const { t } = useTranslation();
  const way = useWayBack();
  return (
    <Outcome text={t('payment.notRequiredText')} title={t('payment.notRequired')} way={way}>
      <Redirect to={way} />
    </Outcome>
  );
}

interface OutcomeProps {
  readonly title: string;
  readonly text: string;
  readonly way: string;
  /** Notice for the next page. */
  readonly state?: NoticeState;
  readonly children?: ReactNode;
}

function Outcome({ title, text, way, state: said, children }: OutcomeProps) {
  const { t } = useTranslation();
  return (
    <div className={`${page.panel} ${page.centred}`} role="status">
      <IconCircleCheck aria-hidden="true" className={page.done} size={64} stroke={1.5} />
      <h1>{title}</h1>
      <p>{text}</p>
      <Link className={button.main} replace state={said} to={way}>
        {t('payment.continue')}
      </Link>
      {children}
    </div>
  );
}

function useWayBack(): string {
  const { state } = useLocation();
  const from = pathOfOrigin(state);
  return from === undefined || from.startsWith(paths.payment) ? paths.dashboard : from;
}
