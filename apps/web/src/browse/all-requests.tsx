import type { ContactLimit } from '@mutual-transfer/domain/accounts/contact-views';
import type { Prospects } from '@mutual-transfer/domain/matching/demand';
import type { PlanSummary } from '@mutual-transfer/domain/matching/plan';
import type { PaymentSettings } from '@mutual-transfer/domain/payments/payment';
import type {
  RequestList,
  SearchedFor,
  TransferRequest,
} from '@mutual-transfer/domain/requests/transfer-request';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useOrigin } from '../navigation/origin.ts';
import { pageOf } from '../navigation/page-search.ts';
import { Pager } from '../navigation/pager.tsx';
import { AccessFailure } from '../payments/access-failure.tsx';
import { loadTexts, useTranslation } from '../platform/i18n/language.tsx';
import { type BlockNames, useFormats } from '../platform/i18n/names.ts';
import { paths } from '../platform/paths.ts';
import { useSession } from '../platform/session.ts';
import { untilLoaded } from '../platform/until-loaded.ts';
import { type Access, useAccess } from '../platform/use-access.ts';
import { RequestName, RequestTable } from '../requests/request-table.tsx';
import { requestListQuery } from '../requests/requests.queries.ts';
import button from '../ui/button.module.css';
import page from '../ui/page.module.css';
import { CardSkeletons, Empty } from '../ui/states.tsx';

import classes from './browse.module.css';
import { ActiveFilters, RequestFilters } from './filters.tsx';
import { ListFailure } from './list-failure.tsx';
import { isFiltered, listSearch } from './list-search.ts';
import { MapFilter, NearbyPlaces } from './place-filters.tsx';

/** List rendered by the server, with its query string and the facts shown beside it. */
export interface FirstList {
  search: string;
  list: RequestList | null;
  blockNames: BlockNames;
  plan: PlanSummary | null;
  fee: PaymentSettings | null;
  /** Answer to the visitor's question in the URL. */
  prospects: Prospects | null;
}

const forMembers = () =>
  untilLoaded(async () => {
    await loadTexts(['member', 'blocks']);
    return import('./member-contact.tsx');
  });
const MemberContact = lazy(async () => ({ default: (await forMembers()).MemberContact }));
const MemberMarks = lazy(async () => ({ default: (await forMembers()).MemberMarks }));
const MemberDistance = lazy(async () => ({ default: (await forMembers()).MemberDistance }));

/** Id of the list, the target of its pager's links. */
const LIST_ID = 'requests';

export function AllRequests({ first }: { first: FirstList | null }) {
  const { t } = useTranslation();
  const access = useAccess();
  const heading = useRef<HTMLHeadingElement>(null);
  const { query, userId, isFirstPage } = useList(access, first);
  const fallback = t(userId === undefined ? 'browse.failedPublic' : 'browse.failed');
  return (
    <div className={`${page.page} ${page.beside} ${classes.columns}`}>
      <RequestFilters total={query.data?.pagination.total} />
      <section
        aria-busy={query.isPlaceholderData}
        aria-label={t('browse.allRequests')}
        className={page.section}
        id={LIST_ID}
      >
        <h2 className="visually-hidden" ref={heading} tabIndex={-1}>
          {t('browse.allRequests')}
        </h2>
        {access === 'unverified' && <AccessFailure />}
        {isFirstPage && <MapFilter />}
        <ActiveFilters onNoneLeft={() => heading.current?.focus({ preventScroll: true })} />
        {query.data && <Found access={access} list={query.data} />}
        {query.isError && (
          <ListFailure error={query.error} fallback={fallback} onRetry={() => void query.refetch()} />
        )}
        {query.isPending && <CardSkeletons />}
      </section>
    </div>
  );
}

/** Returns the list of the URL: first the one rendered by the server, then one fetched with the user's session. */
function useList(access: Access, first: FirstList | null) {
  const [parameters] = useSearchParams();
  const session = useSession();
  const userId = access === 'open' ? session?.user._id : undefined;
  const search = listSearch(parameters);
  const isFirstPage = pageOf(parameters) === 1;
  const initial = first?.search === search && first.list !== null ? first.list : undefined;
  const query = useQuery({
    ...requestListQuery(userId, search),
    ...(userId === undefined && initial ? { initialData: initial } : {}),
    enabled: access !== 'checking',
    // Keeps previous data only within the same session.
    placeholderData: (previous, query) =>
      (query?.queryKey[1] === (userId ?? null) ? previous : undefined) ?? initial,
  });
  return { query, userId, isFirstPage };
}

function Found({ access, list }: { access: Access; list: RequestList }) {
  const { requests, pagination, searchedFor } = list;
  const { t } = useTranslation();
  const formats = useFormats();
  const { total, page: number, pages } = pagination;
  return (
    <>
      <p className={page.soft} role="status">
        {t('browse.count', { count: total, formatted: formats.number(total) })}
        {number > 1 && ` · ${t('browse.page', { page: formats.number(number) })}`}
      </p>
      {searchedFor && <SearchedInstead searchedFor={searchedFor} />}
      {total === 0 && <NothingFound />}
      {total === 0 && <NearbyPlaces />}
      {requests.length > 0 && (
        <RequestTable
          actions={(request) => <ContactOrLogin access={access} contactLimit={list} request={request} />}
          label={t('browse.allRequests')}
          marks={(request) =>
            access === 'open' && (
              <Suspense>
                <MemberMarks request={request} />
              </Suspense>
            )
          }
          requests={requests}
          {...(access === 'open' && {
            distance: (request: TransferRequest) => (
              <Suspense>
                <MemberDistance request={request} />
              </Suspense>
            ),
          })}
        />
      )}
      <Pager hash={LIST_ID} page={number} pages={pages} />
    </>
  );
}

function SearchedInstead({ searchedFor: { words } }: { searchedFor: SearchedFor }) {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  return (
    <p className={page.note} role="status">
      {t('common.nothingFound')}: “{parameters.get('search')}”.{' '}
      {t('browse.searchedFor', { what: `“${words}”` })}
    </p>
  );
}

interface ContactOrLoginProps {
  access: Access;
  request: TransferRequest;
  contactLimit: ContactLimit | undefined;
}

/** Ways to reach a teacher, or a prompt that explains how to see them. */
function ContactOrLogin({ access, request, contactLimit }: ContactOrLoginProps) {
  const { t } = useTranslation();
  const origin = useOrigin();
  // Names the request in each link, for screen-reader users who list links without the cards.
  const of = <RequestName request={request} />;
  if (access === 'unverified') return null;
  if (access !== 'anonymous') {
    return (
      <Suspense>
        <MemberContact contactLimit={contactLimit} request={request} />
      </Suspense>
    );
  }
  return (
    <Link className={button.soft} state={origin} to={paths.login}>
      {t('browse.loginForContact')}
      {of}
    </Link>
  );
}

function NothingFound() {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const session = useSession();
  const filtered = isFiltered(parameters);
  return (
    <Empty
      action={
        // Administrators post no requests.
        session?.user.role !== 'admin' && (
          <Link to={session ? paths.newRequest : paths.register}>{t('navigation.newRequest')}</Link>
        )
      }
      text={t(filtered ? 'browse.emptyHint' : 'browse.emptyAllHint')}
      title={t(filtered ? 'browse.empty' : 'browse.emptyAll')}
    />
  );
}
