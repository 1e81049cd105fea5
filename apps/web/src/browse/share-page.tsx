import type { Prospects } from '@mutual-transfer/domain/matching/demand';
import type { SharedPage } from '@mutual-transfer/domain/shares/share';
import { useEffect } from 'react';
import { generatePath, Link, useNavigate } from 'react-router';
import { appContext } from '../platform/app-context.ts';
import { callApi } from '../platform/client.ts';
import { deviceStorage } from '../platform/device-storage.ts';
import { useReading } from '../platform/i18n/language.tsx';
import { paths } from '../platform/paths.ts';
import { ProspectsFigures } from '../requests/prospects.tsx';
import button from '../ui/button.module.css';
import page from '../ui/page.module.css';
import type { Route } from './+types/share-page.ts';
import { QuestionForm } from './question-form.tsx';
import { type AskedQuestion, searchOf, withQuestion } from './visitor-answer.tsx';

interface Loaded {
  shared: SharedPage;
  /** Absolute URL, since Open Graph readers accept no relative ones. */
  address: string;
  /** Answer to the question of the teacher whom the link seeks. */
  prospects: Prospects | undefined;
}

/** Renders the link's content on the server in the language of the link, since preview readers run no scripts. */
export async function loader({ params, request, context }: Route.LoaderArgs): Promise<Loaded> {
  const { language, code } = params;
  const path = [language, code].map(encodeURIComponent).join('/');
  const { api } = context.get(appContext);
  const { status, body } = await api(`/api/shares/${path}`);
  if (status !== 200) throw new Response(null, { status: status === 503 ? 503 : 404 });
  const { origin, pathname } = new URL(request.url);
  // A response with status 200 has this shape.
  const shared = body as SharedPage;
  const question = questionIn(shared);
  const answer = question && (await api(`/api/requests/prospects?${new URLSearchParams({ ...question })}`));
  return {
    shared,
    address: `${origin}${pathname}`,
    prospects: answer?.status === 200 ? (answer.body as Prospects) : undefined,
  };
}

/** Returns the visitor's question of the teacher whom the link seeks; undefined for an invitation. */
function questionIn({ asked }: SharedPage): AskedQuestion | undefined {
  const { district, desiredDistrict, subject, classRange } = asked;
  if (!district || !desiredDistrict || !subject || !classRange) return undefined;
  return { district, desiredDistrict, subject, classRange };
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (loaderData === undefined) return [];
  const { shared, address } = loaderData;
  const description = shared.lines.join(' ');
  const properties = {
    'og:type': 'website',
    'og:title': shared.title,
    'og:description': description,
    'og:url': address,
    'og:locale': shared.locale,
    'og:image': new URL(shared.card, address).href,
    'og:image:type': 'image/png',
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': `${shared.title}. ${description}`,
  };
  return [
    { title: shared.title },
    { name: 'description', content: description },
    { name: 'robots', content: 'noindex' },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...Object.entries(properties).map(([property, content]) => ({ property, content })),
  ];
}

/** Page of a shared link: the wish, how many want the place, a link to the prefilled registration, and the prefilled question. */
export default function SharePage({
  loaderData: { shared, prospects },
  params: { code, language },
}: Route.ComponentProps) {
  useCountedVisit(code);
  useLinkInLanguage({ code, language });
  const navigate = useNavigate();
  const { title, lines, register, asked } = shared;
  const search = new URLSearchParams({ ...asked, by: code });
  const question = questionIn(shared);
  return (
    <div className={`${page.page} ${page.narrow}`}>
      <h1>{title}</h1>
      <div>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      {question && prospects && prospects.wantYourPlace > 0 && (
        <ProspectsFigures move={question} prospects={prospects} />
      )}
      <Link className={`${button.main} ${page.start}`} to={`${paths.register}?${search}`}>
        {register}
      </Link>
      <div className={page.panel}>
        <QuestionForm
          asked={new URLSearchParams(question && searchOf(question))}
          isAnswered
          isBusy={false}
          onAsk={(form) => navigate(`${paths.home}?${withQuestion(new URLSearchParams(), form)}`)}
        />
      </div>
    </div>
  );
}

/** Leads to the same link in the language that the reader chooses, so that the page has one language. */
function useLinkInLanguage({ code, language }: { code: string; language: string }): void {
  const { language: chosen } = useReading();
  const navigate = useNavigate();
  // An effect, since the language changes outside the router.
  useEffect(() => {
    if (chosen === language) return;
    void navigate(generatePath(paths.share, { language: chosen, code }), { replace: true });
  }, [chosen, language, code, navigate]);
}

const COUNTED = 'sharesCounted';

/**
 * Counts one visit per link and device. The device stores the codes of the links it has opened, so that the server need not identify it.
 */
function useCountedVisit(code: string): void {
  // An effect, since counting is a side effect of viewing the page.
  useEffect(() => {
    const counted = (deviceStorage.get(COUNTED) ?? '').split(' ');
    if (counted.includes(code)) return;
    deviceStorage.set(COUNTED, [...counted.slice(-49), code].join(' ').trim());
    void callApi('/shares/visits', { method: 'POST', body: { code } }).catch(() => {});
  }, [code]);
}
