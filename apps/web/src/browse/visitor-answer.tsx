import type { Prospects } from '@mutual-transfer/domain/matching/prospects';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useErrorText } from '../platform/api/error-text.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import { paths } from '../platform/paths.ts';
import button from '../ui/button.module.css';
import { Failure } from '../ui/failure.tsx';
import page from '../ui/page.module.css';
import classes from './visitor-head.module.css';
import type { VisitorQuestion } from './visitor-search.ts';

interface VisitorAnswerProps {
  readonly question: VisitorQuestion;
  readonly query: UseQueryResult<Prospects>;
}

/** Answer to the visitor's question in three figures, with a link to register with the question's values. */
export function VisitorAnswer({ question, query: { data, error, refetch } }: VisitorAnswerProps) {
  const { t } = useTranslation();
  const names = useNames();
  const errorText = useErrorText();
  const places = { mine: names.district(question.district), wish: names.district(question.desiredDistrict) };
  return (
    <div className={page.near} role="status">
      {error !== null && data === undefined && (
        <Failure onRetry={() => void refetch()} text={errorText(error, t('browse.failedPublic'))} />
      )}
      {data !== undefined && (
        <>
          <dl className={`${page.tight} ${classes.numbers}`}>
            <Told count={data.wantYourPlace} text={t('home.wantYourPlace', places)} />
            <Told count={data.directSwaps} text={t('home.directSwaps', places)} />
            <Ring length={data.shortestRing} />
          </dl>
          <Link
            className={button.main}
            to={{ pathname: paths.register, search: String(new URLSearchParams(Object.entries(question))) }}
          >
            {t('popup.create')}
          </Link>
          <p className={page.soft}>{t('home.hint')}</p>
        </>
      )}
    </div>
  );
}

function Told({ count, text }: { count: number | null; text: string }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  return (
    <div>
      <dt>{text}</dt>
      <dd data-few={count === null || undefined}>{count === null ? t('home.few') : number(count)}</dd>
    </div>
  );
}

function Ring({ length }: { length: number | null }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  return (
    <div>
      <dt>{t('home.shortestRing')}</dt>
      <dd data-few={length === null || undefined}>
        {length === null ? t('home.noRing') : t('home.ringOf', { number: number(length) })}
      </dd>
    </div>
  );
}
