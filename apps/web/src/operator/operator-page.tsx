import { Link, useLocation } from 'react-router';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useOperator } from '../platform/operator.ts';
import { paths, THIRD_PARTY_NOTICES } from '../platform/paths.ts';
import page from '../ui/page.module.css';
import { PageTitle } from '../ui/page-title.tsx';

const partsOf = {
  terms: ['what', 'conduct', 'money', 'texts', 'proposals', 'end', 'law'],
  refunds: ['bought', 'twice', 'broken', 'how', 'not'],
  help: ['code', 'password', 'phone', 'none', 'ring', 'group', 'agreed', 'money', 'wrong', 'delete'],
  accessibility: ['aim', 'works', 'limits', 'tell'],
} as const;

/** Rules, refunds, help and accessibility: the page whose address has the name of the topic. */
export default function OperatorPage() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  // Each topic has its route in `routes.ts`.
  const topic = pathname.replaceAll('/', '') as keyof typeof partsOf;
  const { name, email, grievanceOfficer: officer } = useOperator();
  const values = { name, email, officer };
  return (
    <div className={`${page.page} ${page.narrow}`}>
      <PageTitle text={t(`operator.${topic}.title`)} />
      <div>
        <h1>{t(`operator.${topic}.title`)}</h1>
        <p className={page.lead}>{t(`operator.${topic}.lead`, values)}</p>
      </div>
      {partsOf[topic].map((part) => (
        <section aria-labelledby={part} className={page.near} key={part}>
          <h2 id={part}>{t(`operator.${topic}.parts.${part}.title` as never)}</h2>
          <p>{t(`operator.${topic}.parts.${part}.text` as never, values)}</p>
        </section>
      ))}
      <p>
        <Link to={paths.complaint}>{t('operator.complaint.link')}</Link>
      </p>
      {topic === 'terms' && (
        <p>
          <a href={THIRD_PARTY_NOTICES}>{t('operator.terms.thirdParties')}</a>
        </p>
      )}
    </div>
  );
}
