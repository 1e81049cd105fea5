import type { Prospects } from '@mutual-transfer/domain/matching/demand';
import type { PaymentSettings } from '@mutual-transfer/domain/payments/payment';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { focusFirst } from '../form/form-values.ts';
import { useDistrictOptions } from '../places/places.queries.ts';
import { callApi } from '../platform/client.ts';
import { useMessages, useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { paths } from '../platform/paths.ts';
import { useIsHydrated } from '../platform/use-is-hydrated.ts';
import { prospectsQuery } from '../requests/requests.queries.ts';
import button from '../ui/button.module.css';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/fields/select-field.tsx';
import page from '../ui/page.module.css';
import type { FirstList } from './all-requests.tsx';
import { useChoiceOptions } from './filters.tsx';
import { emptyFields, questionOf, VisitorAnswer, withQuestion } from './visitor-answer.tsx';
import classes from './visitor-head.module.css';

/**
 * Question answered in place: "I work in …, I want to go to …, I teach …". The URL stores it, so without JavaScript, and before
 * hydration, the form submits itself and the server answers.
 */
function VisitorQuestion({ first }: { first: Prospects | undefined }) {
  const { t } = useTranslation();
  const [parameters, setParameters] = useSearchParams();
  // A form that was sent empty without JavaScript has the empty fields in the URL.
  const [missing, setMissing] = useState(() => emptyFields(parameters));
  const question = questionOf(parameters);
  const search = String(new URLSearchParams(question));
  const query = useQuery({
    ...prospectsQuery(search),
    enabled: search !== '',
    initialData: first,
  });
  return (
    <div className={`${page.panel} ${classes.question}`}>
      <form
        action={paths.home}
        aria-label={t('home.question')}
        className={`${page.filters} ${classes.form}`}
        method="get"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const asked = new FormData(event.currentTarget);
          const found = emptyFields(asked);
          setMissing(found);
          focusFirst(event.currentTarget, Object.fromEntries(found.map((name) => [name, name])));
          if (found.length === 0)
            setParameters((current) => withQuestion(current, asked), { preventScrollReset: true });
        }}
      >
        <Fields
          missing={missing}
          onChange={(name) => setMissing((names) => names.filter((other) => other !== name))}
          parameters={parameters}
        />
        <Button
          className={page.whole}
          isBusy={query.isFetching}
          kind={query.data ? 'soft' : 'main'}
          type="submit"
        >
          {t('home.ask')}
        </Button>
      </form>
      {question && <VisitorAnswer query={query} question={question} />}
    </div>
  );
}

interface FieldsProps {
  parameters: URLSearchParams;
  /** Names of the fields that were sent empty. */
  missing: readonly string[];
  onChange: (name: string) => void;
}

function Fields({ parameters, missing, onChange }: FieldsProps) {
  const { t } = useTranslation();
  const say = useMessages();
  const optionsOf = useChoiceOptions();
  const districts = useDistrictOptions();
  const fields = [
    { name: 'mine', label: t('home.work'), options: districts },
    { name: 'wish', label: t('home.go'), options: districts },
    { name: 'teach', label: t('home.teach'), options: optionsOf('subject') },
    { name: 'level', label: t('person.classLevel'), options: optionsOf('classRange') },
  ];
  return fields.map(({ name, label, options }) => (
    <SelectField
      defaultValue={parameters.get(name) ?? ''}
      error={missing.includes(name) ? say('field.required') : undefined}
      key={name}
      label={label}
      name={name}
      onChange={() => onChange(name)}
      options={[{ value: '', label: t('common.choose') }, ...options]}
      required
    />
  ));
}

const steps = ['say', 'see', 'agree'] as const;

/** Introduction for visitors: purpose, cost, and how to begin. Members do not see it. */
export function VisitorHead({ first }: { first: FirstList | null }) {
  const { t } = useTranslation();
  const isHydrated = useIsHydrated();
  return (
    // Before hydration, hides the introduction in browsers that store a session.
    <section aria-labelledby="visitor-title" className={classes.head} data-early={!isHydrated || undefined}>
      <div className={page.tight}>
        <h2 className={classes.title} id="visitor-title">
          {t('home.title')}
        </h2>
        <p>
          {t('home.lead')} <Cost first={first?.fee ?? undefined} />
        </p>
      </div>
      <VisitorQuestion first={first?.prospects ?? undefined} />
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

/** Shows the fee. */
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
