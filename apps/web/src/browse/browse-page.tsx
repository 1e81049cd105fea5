import type { PlanSummary } from '@mutual-transfer/domain/matching/plan';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { useOrigin } from '../navigation/origin.ts';
import { pageOf } from '../navigation/page-search.ts';
import { Redirect } from '../navigation/redirect.tsx';
import { Tabs } from '../navigation/tabs.tsx';
import { blockNamesOf } from '../places/block-names.server.ts';
import { appContext } from '../platform/app-context.ts';
import { loadTexts, useTranslation } from '../platform/i18n/language.tsx';
import { BlockNamesOfPage, useFormats } from '../platform/i18n/names.ts';
import { paths } from '../platform/paths.ts';
import { useAccess } from '../platform/session/use-access.ts';
import page from '../ui/page.module.css';
import { PageTitle } from '../ui/page-title.tsx';
import { lazyPart } from '../ui/states/lazy-part.tsx';
import { ScreenOfSkeletons } from '../ui/states/skeletons.tsx';
import type { Route } from './+types/browse-page.ts';
import { AllRequests, type FirstList } from './all-requests.tsx';
import { listSearch } from './list-search.ts';
import { PlanSentence } from './plan-sentence.tsx';
import { LoginPrompt } from './visitor/login-prompt.tsx';
import { SignUpPopup } from './visitor/sign-up-popup.tsx';
import { VisitorHead } from './visitor/visitor-head.tsx';
import { questionOf } from './visitor/visitor-search.ts';

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
      <div>
        <h1>{title}</h1>
        {isFirst && !isOwn && <Lead plan={loaderData?.plan ?? undefined} />}
      </div>
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
  const { t } = useTranslation();
  return (
    <Suspense fallback={<ScreenOfSkeletons label={t('common.loading')} />}>
      <MyRequests />
    </Suspense>
  );
}
