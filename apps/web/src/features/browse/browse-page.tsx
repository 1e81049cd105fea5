import { lazy, Suspense } from 'react';
import { Link, useSearchParams } from 'react-router';
import { appContext } from '../../app-context.ts';
import { loadTexts, useTranslation } from '../../i18n/language.tsx';
import { paths } from '../../paths.ts';
import { useOrigin } from '../../session/origin.ts';
import { Redirect } from '../../session/redirect.tsx';
import { useAccess } from '../../session/use-access.ts';
import page from '../../ui/page.module.css';
import { PageTitle } from '../../ui/page-title.tsx';
import { CardSkeletons } from '../../ui/skeletons.tsx';
import type { Route } from './+types/browse-page.ts';
import { AllRequests, type FirstList } from './all-requests.tsx';
import classes from './browse.module.css';
import { listSearch } from './list-search.ts';
import { PlanSentence } from './plan-sentence.tsx';
import { SignUpPopup } from './sign-up-popup.tsx';

const MyRequests = lazy(async () => {
  await loadTexts(['inside', 'teacher']);
  return import('./my-requests.tsx');
});

const NO_ANSWER = { status: 503, body: null };

/** The first list of a visit is rendered on the server, for visitors on a slow line. */
export async function loader({ request, context }: Route.LoaderArgs): Promise<FirstList> {
  const search = listSearch(new URL(request.url).searchParams);
  const { api } = context.get(appContext);
  const [list, plan] = await Promise.all([
    api(`/api/requests/public?${search}`),
    api('/api/plan').catch(() => NO_ANSWER),
  ]);
  return {
    search,
    list: list.status === 200 ? (list.body as FirstList['list']) : null,
    plan: plan.status === 200 ? (plan.body as FirstList['plan']) : null,
  };
}

/** Later lists are asked for by the browser itself. */
export async function clientLoader(): Promise<FirstList | null> {
  return null;
}

export const shouldRevalidate = () => false;

export default function BrowsePage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const access = useAccess();
  const origin = useOrigin();
  const isMine = parameters.get('tab') === 'my';
  if (access === 'unpaid') return <Redirect state={origin} to={paths.payment} />;
  return (
    <div className={page.page}>
      <PageTitle text={t('browse.title')} />
      <div>
        <h1>{t('browse.title')}</h1>
        <p className={page.lead}>{t('browse.lead')}</p>
        {!isMine && <PlanSentence first={loaderData?.plan ?? undefined} />}
      </div>
      <nav aria-label={t('browse.title')} className={classes.tabs}>
        <Tab isCurrent={!isMine} search="" text={t('browse.allRequests')} />
        {access === 'open' && <Tab isCurrent={isMine} search="?tab=my" text={t('browse.myRequests')} />}
      </nav>
      {isMine ? <Mine /> : <AllRequests first={loaderData} />}
      {access === 'anonymous' && <SignUpPopup />}
    </div>
  );
}

/** Its scripts come when it is opened. The list itself stands outside: within, React would show it by script only. */
function Mine() {
  const { t } = useTranslation();
  return (
    <Suspense fallback={<CardSkeletons label={t('common.loading')} />}>
      <MyRequests />
    </Suspense>
  );
}

function Tab({ search, text, isCurrent }: { search: string; text: string; isCurrent: boolean }) {
  return (
    <Link aria-current={isCurrent ? 'page' : undefined} className={classes.tab} to={{ search }}>
      {text}
    </Link>
  );
}
