import type { PlanSummary } from '@mutual-transfer/domain/matching/plan';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useOrigin } from '../navigation/origin.ts';
import { pageOf } from '../navigation/page-search.ts';
import { Redirect } from '../navigation/redirect.tsx';
import { Tabs } from '../navigation/tabs.tsx';
import { blockNamesOf } from '../places/block-names.server.ts';
import { appContext } from '../platform/app-context.ts';
import { callApi } from '../platform/client.ts';
import { loadTexts, useTranslation } from '../platform/i18n/language.tsx';
import { BlockNamesOfPage, useFormats } from '../platform/i18n/names.ts';
import { paths } from '../platform/paths.ts';
import { useAccess } from '../platform/use-access.ts';
import { useIsHydrated } from '../platform/use-is-hydrated.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import page from '../ui/page.module.css';
import { PageTitle } from '../ui/page-title.tsx';
import { ScreenOfSkeletons } from '../ui/states.tsx';
import type { Route } from './+types/browse-page.ts';
import { AllRequests, type FirstList } from './all-requests.tsx';
import classes from './browse.module.css';
import { listSearch } from './list-search.ts';
import { SignUpPopup } from './sign-up-popup.tsx';
import { questionOf } from './visitor-answer.tsx';
import { VisitorHead } from './visitor-head.tsx';

/** Figures of the latest plan. The server sends them with the first list of a visit. */
function PlanSentence({ first }: { first: PlanSummary | undefined }) {
  const { t } = useTranslation();
  const { number, date } = useFormats();
  const { data: plan } = useQuery({
    queryKey: ['plan'],
    queryFn: ({ signal }) => callApi<PlanSummary>('/plan', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    ...(first !== undefined && { initialData: first }),
  });
  if (!plan?.isPlanned || plan.teachers === 0) return null;
  // Month names may differ between server and browser: keeps the server's text.
  return (
    <p className={`${page.lead} ${page.soft}`} suppressHydrationWarning>
      {t('browse.plan', {
        teachers: number(plan.teachers),
        moved: number(plan.moved),
        ring: number(plan.maxRing),
        pairs: number(plan.movedInPairs),
        date: date(plan.plannedAt),
      })}
    </p>
  );
}

/** Login link beside the tabs, in place of the members' tab. */
function LoginPrompt() {
  const { t } = useTranslation();
  const origin = useOrigin();
  const isHydrated = useIsHydrated();
  return (
    // Before hydration, hides the prompt in browsers that store a session.
    <Link className={classes.prompt} data-early={!isHydrated || undefined} state={origin} to={paths.login}>
      {t('browse.loginPrompt')}
    </Link>
  );
}

const MyRequests = lazyPart(async () => {
  await loadTexts(['member', 'blocks']);
  return import('./my-requests.tsx');
});

const NO_ANSWER = { status: 503, body: null };

/** Loads the first list of a visit on the server, so that it is visible before any script loads. */
export async function loader({ request, context }: Route.LoaderArgs): Promise<FirstList | null> {
  const parameters = new URL(request.url).searchParams;
  // The server has no session, so it cannot load the user's own requests. The page is cached for offline use, so it must contain no
  // teacher.
  if (isMine(parameters)) return null;
  const search = listSearch(parameters);
  const question = questionOf(parameters);
  const { api, language } = context.get(appContext);
  const ask = async <Answer,>(path: string) => {
    const { status, body } = await api(path).catch(() => NO_ANSWER);
    // The API checks its answers with the schema of the route.
    return status === 200 ? (body as Answer) : null;
  };
  const [list, plan, fee, prospects] = await Promise.all([
    ask<FirstList['list']>(`/api/requests/public?${search}`),
    ask<FirstList['plan']>('/api/plan'),
    ask<FirstList['fee']>('/api/payment/settings'),
    question === undefined
      ? null
      : ask<FirstList['prospects']>(`/api/requests/prospects?${new URLSearchParams(question)}`),
  ]);
  return { search, list, plan, fee, prospects, blockNames: blockNamesOf(language, list, parameters) };
}

/** Returns `null`: in the browser `useList` fetches the lists. */
export async function clientLoader(): Promise<FirstList | null> {
  return null;
}

export const shouldRevalidate = () => false;

function isMine(parameters: URLSearchParams): boolean {
  return parameters.get('tab') === 'my';
}

export default function BrowsePage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const formats = useFormats();
  const access = useAccess();
  const origin = useOrigin();
  const isOwn = isMine(parameters);
  const number = pageOf(parameters);
  const isFirst = number === 1;
  const hasAsked = questionOf(parameters) !== undefined;
  const title = isFirst ? t('browse.title') : t('browse.titleOfPage', { page: formats.number(number) });
  if (access === 'unpaid') return <Redirect state={origin} to={paths.payment} />;
  return (
    <div className={page.page}>
      <PageTitle text={title} />
      {access === 'anonymous' && isFirst && !isOwn && <VisitorHead first={loaderData} />}
      {/* The tabs name the screen of the own requests, whose news comes first. */}
      {isOwn ? (
        <h1 className="visually-hidden">{title}</h1>
      ) : (
        <div>
          <h1>{title}</h1>
          {isFirst && <Lead plan={loaderData?.plan ?? undefined} />}
        </div>
      )}
      <Tabs
        label={t('browse.title')}
        tabs={[
          { search: '', text: t('browse.allRequests'), isCurrent: !isOwn },
          ...(access === 'open'
            ? [{ search: '?tab=my', text: t('browse.myRequests'), isCurrent: isOwn }]
            : []),
        ]}
      >
        {access === 'anonymous' && !isOwn && <LoginPrompt />}
      </Tabs>
      {isOwn ? (
        <Mine />
      ) : (
        <BlockNamesOfPage value={loaderData?.blockNames ?? null}>
          <AllRequests first={loaderData} />
        </BlockNamesOfPage>
      )}
      {access === 'anonymous' && !hasAsked && <SignUpPopup />}
    </div>
  );
}

/** Introduction of the list of all requests, with figures of the latest plan. */
function Lead({ plan }: { plan: PlanSummary | undefined }) {
  const { t } = useTranslation();
  return (
    <>
      <p className={page.lead}>{t('browse.lead')}</p>
      <PlanSentence first={plan} />
    </>
  );
}

/**
 * The user's own requests, a lazy module. The list of all requests is outside of this `Suspense` boundary: inside, React would show it only
 * after hydration.
 */
function Mine() {
  return (
    <Suspense fallback={<ScreenOfSkeletons />}>
      <MyRequests />
    </Suspense>
  );
}
