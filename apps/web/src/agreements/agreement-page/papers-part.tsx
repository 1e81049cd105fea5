import type { Agreement, PaperLanguage } from '@mutual-transfer/domain/agreements/agreement';
import { isBinding } from '@mutual-transfer/domain/agreements/agreement-steps';
import { allLanguages, languageEntry } from '@mutual-transfer/domain/language/language';
import { useState } from 'react';
import { Link } from 'react-router';
import { CallFailure } from '../../form/call-failure.tsx';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { orderPath } from '../../platform/paths.ts';
import { useDownload } from '../../platform/save-download.ts';
import { Button } from '../../ui/button.tsx';
import card from '../../ui/card.module.css';
import { DownloadProgress } from '../../ui/download-progress.tsx';
import { Facts } from '../../ui/facts.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import page from '../../ui/page.module.css';

type Orders = NonNullable<Agreement['orders']>;

/** Orders of the office that name the user. */
export function OrdersPart({ orders }: { orders: Orders }) {
  const { t } = useTranslation();
  if (orders.length === 0) return null;
  return (
    <section aria-labelledby="orders" className={card.card}>
      <h2 id="orders">{t('agreements.orders.title')}</h2>
      {orders.map((order) => (
        <Order key={order.code} {...order} />
      ))}
    </section>
  );
}

function Order({ number, date, code }: Orders[number]) {
  const { t } = useTranslation();
  const formats = useFormats();
  const check = <Link to={orderPath(code)}>{code}</Link>;
  return (
    <Facts
      facts={[
        [t('agreements.orders.number'), number],
        [t('agreements.orders.date'), formats.date(date)],
        [t('agreements.orders.code'), check],
      ]}
    />
  );
}

const BOTH = 'both' satisfies PaperLanguage;

/** Papers of an agreement to download. The application is in the selected language. */
export function PapersPart({ agreement: { _id: id, state } }: { agreement: Agreement }) {
  const { t } = useTranslation();
  const [language, setLanguage] = useState<string>(BOTH);
  const application = useDownload(`/agreements/${id}/application.pdf?language=${language}`);
  const group = useDownload(`/agreements/${id}/group.csv`);
  const deadlines = useDownload(`/agreements/${id}/deadlines.ics`);
  const languages = allLanguages().map((code) => ({
    value: String(code),
    label: languageEntry(code).name,
  }));
  return (
    <section aria-labelledby="papers" className={card.card}>
      <h2 id="papers">{t('agreements.papers')}</h2>
      <p>{t('agreements.papersText')}</p>
      <SelectField
        label={t('agreements.paperLanguage')}
        onChange={setLanguage}
        options={[{ value: BOTH, label: t('agreements.bothLanguages') }, ...languages]}
        value={language}
      />
      <div className={page.buttons}>
        <PaperButton saving={application} text={t('agreements.paper.application')} />
        <PaperButton saving={group} text={t('agreements.paper.group')} />
        {isBinding(state) && <PaperButton saving={deadlines} text={t('agreements.paper.deadlines')} />}
      </div>
    </section>
  );
}

interface PaperButtonProps {
  saving: ReturnType<typeof useDownload>;
  text: string;
}

/** Button that downloads a paper, with the error of its last download. */
function PaperButton({ saving: { isBusy, error, received, run }, text }: PaperButtonProps) {
  const { t } = useTranslation();
  const preparing = t('agreements.preparing');
  return (
    <div className={page.tight}>
      <Button aria-label={isBusy ? `${preparing}: ${text}` : undefined} isBusy={isBusy} onClick={() => run()}>
        {isBusy ? preparing : text}
      </Button>
      <DownloadProgress received={received} />
      <CallFailure error={error} text={t('common.failed')} />
    </div>
  );
}
