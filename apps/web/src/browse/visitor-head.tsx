import type { Prospects } from '@mutual-transfer/domain/matching/demand';
import type { PaymentSettings } from '@mutual-transfer/domain/payments/payment';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { callApi } from '../platform/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { paths } from '../platform/paths.ts';
import { useIsHydrated } from '../platform/use-is-hydrated.ts';
import { prospectsQuery } from '../requests/requests.queries.ts';
import button from '../ui/button.module.css';
import page from '../ui/page.module.css';
import type { FirstList } from './all-requests.tsx';
import { QuestionForm } from './question-form.tsx';
import { questionOf, VisitorAnswer, withQuestion } from './visitor-answer.tsx';
import classes from './visitor-head.module.css';

/** Question answered in place. The URL stores it, so the server answers a form that was sent without JavaScript. */
function VisitorQuestion({ first }: { first: Prospects | undefined }) {
  const [parameters, setParameters] = useSearchParams();
  const question = questionOf(parameters);
  const search = String(new URLSearchParams(question));
  const query = useQuery({
    ...prospectsQuery(search),
    enabled: search !== '',
    initialData: first,
  });
  return (
    <div className={`${page.panel} ${classes.question}`}>
      <QuestionForm
        asked={parameters}
        isAnswered={query.data !== undefined}
        isBusy={query.isFetching}
        onAsk={(form) =>
          setParameters((current) => withQuestion(current, form), { preventScrollReset: true })
        }
      />
      {question && <VisitorAnswer query={query} question={question} />}
    </div>
  );
}

const steps = ['say', 'see', 'agree'] as const;

/** Introduction for visitors: purpose, cost, and how to begin. Members do not see it. */
export function VisitorHead({ first }: { first: FirstList | null }) {
  const { t } = useTranslation();
  const isHydrated = useIsHydrated();
  return (
    // Before hydration, hides the introduction in browsers that store a session.
    <section aria-labelledby="visitor-title" className={classes.head} data-early={!isHydrated || undefined}>
      <h2 className={classes.title} id="visitor-title">
        {t('home.title')}
      </h2>
      <VisitorQuestion first={first?.prospects ?? undefined} />
      <p>
        {t('home.lead')} <Cost first={first?.fee ?? undefined} />
      </p>
      <ol className={`${page.tight} ${page.steps}`}>
        {steps.map((step) => (
          <li key={step}>{t(`home.steps.${step}`)}</li>
        ))}
      </ol>
      <Begin />
    </section>
  );
}

/** Links to register and to log in. Hidden once the question is answered, since the answer has its own. */
function Begin() {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  if (questionOf(parameters) !== undefined) return null;
  return (
    <p className={page.chips}>
      <Link className={button.soft} to={paths.register}>
        {t('register.submit')}
      </Link>
      <Link className={button.soft} to={paths.login}>
        {t('login.title')}
      </Link>
    </p>
  );
}

function Cost({ first }: { first: PaymentSettings | undefined }) {
  const { t } = useTranslation();
  const { rupees } = useFormats();
  const { data: fee } = useQuery({
    queryKey: ['payment-settings', 'visitor'],
    queryFn: ({ signal }) => callApi<PaymentSettings>('/payment/settings', { signal }),
    ...(first !== undefined && { initialData: first }),
  });
  if (fee === undefined) return null;
  const isFree = !fee.isPaymentRequired || fee.paymentAmount === 0;
  return <strong>{isFree ? t('home.free') : t('home.fee', { fee: rupees(fee.paymentAmount) })}</strong>;
}
