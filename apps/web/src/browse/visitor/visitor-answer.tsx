import type { Prospects } from '@mutual-transfer/domain/matching/prospects';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import { CallFailure } from '../../form/call-failure.tsx';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useNames } from '../../platform/i18n/names.ts';
import { paths } from '../../platform/paths.ts';
import button from '../../ui/button.module.css';
import page from '../../ui/page.module.css';
import { useProspectsText } from './use-prospects-text.ts';
import classes from './visitor-head.module.css';
import type { AskedQuestion } from './visitor-search.ts';

interface VisitorAnswerProps {
  readonly question: AskedQuestion;
  readonly query: UseQueryResult<Prospects>;
}

/** Answer to the visitor's question in three figures, with a link to register with the question's values. */
export function VisitorAnswer({ question, query: { data, error, refetch } }: VisitorAnswerProps) {
  const { t } = useTranslation();
  const names = useNames();
  const places = { mine: names.district(question.district), wish: names.district(question.desiredDistrict) };
  return (
    <div className={page.near} role="status">
      {error !== null && data === undefined && (
        <CallFailure error={error} onRetry={refetch} text={t('browse.failedPublic')} />
      )}
      {data !== undefined && (
        <>
          <Figures places={places} prospects={data} />
          <Link
            className={button.main}
            to={{ pathname: paths.register, search: String(new URLSearchParams(Object.entries(question))) }}
          >
            {t('register.submit')}
          </Link>
          <p className={page.soft}>{t('home.hint')}</p>
        </>
      )}
    </div>
  );
}

interface FiguresProps {
  readonly prospects: Prospects;
  readonly places: { readonly mine: string; readonly wish: string };
}

function Figures({ prospects, places }: FiguresProps) {
  const { t } = useTranslation();
  const texts = useProspectsText()(prospects);
  const terms = {
    wantYourPlace: t('home.wantYourPlace', places),
    directSwaps: t('home.directSwaps', places),
    shortestRing: t('home.shortestRing'),
  };
  return (
    <dl className={`${page.tight} ${classes.numbers}`}>
      {(['wantYourPlace', 'directSwaps', 'shortestRing'] as const).map((name) => (
        <div key={name}>
          <dt>{terms[name]}</dt>
          <dd data-few={prospects[name] === null || undefined}>{texts[name]}</dd>
        </div>
      ))}
    </dl>
  );
}
