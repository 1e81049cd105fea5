import type { Prospects, ProspectsQuery } from '@mutual-transfer/domain/matching/demand';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import { CallFailure } from '../form/call-failure.tsx';
import { useTranslation } from '../platform/i18n/language.tsx';
import { paths } from '../platform/paths.ts';
import { ProspectsFigures, ProspectsVerdict } from '../requests/prospects.tsx';
import button from '../ui/button.module.css';
import page from '../ui/page.module.css';

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

export function searchOf(question: AskedQuestion): string {
  const asked = Object.entries(fields).map(([name, field]) => [name, question[field]]);
  return String(new URLSearchParams(asked));
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

interface VisitorAnswerProps {
  question: AskedQuestion;
  query: UseQueryResult<Prospects>;
}

/** Answer to the visitor's question: two figures and a verdict, with a link to register with the question's values. */
export function VisitorAnswer({ question, query: { data, error, refetch } }: VisitorAnswerProps) {
  const { t } = useTranslation();
  return (
    <div className={page.near} role="status">
      {error !== null && data === undefined && (
        <CallFailure error={error} onRetry={refetch} text={t('browse.failedPublic')} />
      )}
      {data !== undefined && (
        <>
          <ProspectsFigures move={question} prospects={data} />
          <p>
            <strong>
              <ProspectsVerdict move={question} prospects={data} />
            </strong>
          </p>
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
