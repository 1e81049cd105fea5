import { Link } from 'react-router';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useOperator } from '../platform/operator.ts';
import { paths } from '../platform/paths.ts';
import page from '../ui/page.module.css';
import { PageTitle } from '../ui/page-title.tsx';

/** Who runs the site, and how to reach them. */
export default function ContactPage() {
  const { t } = useTranslation();
  const { name, address, email, phone, grievanceOfficer, gstin } = useOperator();
  const lines = [
    { label: t('operator.contact.runs'), value: name },
    { label: t('operator.contact.address'), value: address },
    { label: t('operator.contact.email'), value: <a href={`mailto:${email}`}>{email}</a> },
    ...(phone === '' ? [] : [{ label: t('operator.contact.phone'), value: phone }]),
    { label: t('operator.contact.officer'), value: grievanceOfficer },
    ...(gstin === '' ? [] : [{ label: t('operator.contact.gstin'), value: gstin }]),
  ];
  return (
    <div className={`${page.page} ${page.narrow}`}>
      <PageTitle text={t('operator.contact.title')} />
      <div>
        <h1>{t('operator.contact.title')}</h1>
        <p className={page.lead}>{t('operator.contact.lead')}</p>
      </div>
      <dl className={page.near}>
        {lines.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>{t('operator.contact.answer')}</p>
      <p>
        <Link to={paths.complaint}>{t('operator.complaint.link')}</Link>
      </p>
      <p>
        <a href={paths.apiDocumentation}>{t('operator.contact.api')}</a>
      </p>
    </div>
  );
}
