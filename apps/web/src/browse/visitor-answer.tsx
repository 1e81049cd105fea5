import type { Prospects, ProspectsQuery } from '@mutual-transfer/domain/matching/demand';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import { CallFailure } from '../form/call-failure.tsx';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import { paths } from '../platform/paths.ts';
import button from '../ui/button.module.css';
import page from '../ui/page.module.css';
import classes from './visitor-head.module.css';

/** Parameters of the visitor's question: names in the URL and in the API. */
const fields = {
  mine: 'district',
  wish: 'desiredDistrict',
  teach: 'subject',
  level: 'classRange',
} as const satisfies Record<string, keyof ProspectsQuery>;

/** Visitor's question in the URL. */
export type AskedQuestion = Readonly<Record<keyof ProspectsQuery, string>>;

/** Returns the visitor's question in the URL, or `undefined` if a field is missing. */
export function questionOf(parameters: URLSearchParams): AskedQuestion | undefined {
  const found = Object.entries(fields).map(([name, field]) => [field, parameters.get(name) ?? ''] as const);
  // The names are those of `fields`.
  return found.every(([, value]) => value) ? (Object.fromEntries(found) as AskedQuestion) : undefined;
}

/** Returns the names of the fields that were sent empty. */
export function emptyFields(sent: URLSearchParams | FormData): string[] {
  return Object.keys(fields).filter((name) => sent.get(name) === '');
}

/** Returns the query string with the fields of the form. */
export function withQuestion(parameters: URLSearchParams, form: FormData): URLSearchParams {
  const changed = new URLSearchParams(parameters);
  for (const [name, value] of form) changed.set(name, String(value));
  return changed;
}

/**
 * Returns a formatter of prospects. The counts are per district, so they are bounds for a block: it has at most as many teachers, and its
 * shortest ring has at least as many members.
 */
function useProspectsText() {
  const { t } = useTranslation();
  const { number } = useFormats();
  const count = (value: number | null) =>
    value === null ? t('home.few') : t('home.atMost', { number: number(value) });
  return ({ wantYourPlace, directSwaps, shortestRing }: Prospects) => ({
    wantYourPlace: count(wantYourPlace),
    directSwaps: count(directSwaps),
    shortestRing:
      shortestRing === null ? t('home.noRing') : t('home.ringOf', { number: number(shortestRing) }),
  });
}

interface VisitorAnswerProps {
  question: AskedQuestion;
  query: UseQueryResult<Prospects>;
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
  prospects: Prospects;
  places: { mine: string; wish: string };
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
