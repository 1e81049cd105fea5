import type { PlanSummary } from '@mutual-transfer/domain/plan';
import type { RequestList, SearchedFor } from '@mutual-transfer/domain/transfer-request';
import type { Person } from '@mutual-transfer/domain/user';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { requestListQuery } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/language.tsx';
import { useFormats, useNames } from '../../i18n/names.ts';
import { Pager } from '../../lists/pager.tsx';
import { paths } from '../../paths.ts';
import { PersonMenu } from '../../people/person-menu.tsx';
import { RequestCard } from '../../people/request-card.tsx';
import { useIntroduction } from '../../people/use-introduction.ts';
import { useOrigin } from '../../session/origin.ts';
import { useSession } from '../../session/session.ts';
import { type Access, useAccess } from '../../session/use-access.ts';
import button from '../../ui/button.module.css';
import card from '../../ui/card.module.css';
import { Contact } from '../../ui/contact.tsx';
import { Empty } from '../../ui/empty.tsx';
import page from '../../ui/page.module.css';
import { CardSkeletons } from '../../ui/skeletons.tsx';
import classes from './browse.module.css';
import { Filters } from './filters.tsx';
import { ListFailure } from './list-failure.tsx';
import { isFiltered, listSearch } from './list-search.ts';
import { MapFilter } from './map-filter.tsx';
import { PaymentLink } from './payment-link.tsx';

/** The list the server rendered, with the query it stands for, and what the latest plan says. */
export interface FirstList {
  readonly search: string;
  readonly list: RequestList | null;
  readonly plan: PlanSummary | null;
}

/** The list of everybody's requests with its filters and pages. */
export function AllRequests({ first }: { first: FirstList | null }) {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const session = useSession();
  const access = useAccess();
  const token = access === 'open' ? session?.token : undefined;
  const search = listSearch(parameters);
  const initial = first?.search === search && first.list !== null ? first.list : undefined;
  const query = useQuery({
    ...requestListQuery(token, search),
    ...(token === undefined && initial ? { initialData: initial } : {}),
    enabled: access !== 'checking',
    // What one session saw is not shown to the next.
    placeholderData: (previous, query) =>
      (query?.queryKey[1] === (token ?? null) ? previous : undefined) ?? initial,
  });
  const fallback = t(token === undefined ? 'browse.failedPublic' : 'browse.failed');
  return (
    <div className={classes.columns}>
      <Filters />
      <section
        aria-busy={query.isPlaceholderData}
        aria-label={t('browse.allRequests')}
        className={page.section}
      >
        <h2 className="visually-hidden">{t('browse.allRequests')}</h2>
        {access === 'unverified' && <PayPrompt />}
        <MapFilter />
        {query.data && <Found access={access} list={query.data} />}
        {query.isError && (
          <ListFailure error={query.error} fallback={fallback} onRetry={() => void query.refetch()} />
        )}
        {query.isPending && <CardSkeletons label={t('common.loading')} />}
      </section>
    </div>
  );
}

/** A teacher who has not paid reads what every visitor may read. */
function PayPrompt() {
  const { t } = useTranslation();
  return (
    <div className={`${page.row} ${page.note}`}>
      <p>{t('browse.payPrompt')}</p>
      <PaymentLink className={button.main} text={t('browse.goToPayment')} />
    </div>
  );
}

function Found({ access, list }: { access: Access; list: RequestList }) {
  const { requests, pagination, searchedFor } = list;
  const { t } = useTranslation();
  const formats = useFormats();
  const { total, totalIsExact, page, pages } = pagination;
  const formatted = formats.number(total);
  return (
    <>
      <p className={card.soft} role="status">
        {totalIsExact ? t('browse.count', { count: total, formatted }) : t('browse.countMany', { formatted })}
      </p>
      {searchedFor && <SearchedInstead searchedFor={searchedFor} />}
      {total === 0 && <NothingFound />}
      <ul className={card.list}>
        {requests.map((request) => (
          <li className={classes.item} key={request._id}>
            <RequestCard request={request}>
              <ContactOrLogin access={access} person={request.user} />
              <PersonMenu person={request.user} requestId={request._id} />
            </RequestCard>
          </li>
        ))}
      </ul>
      <Pager page={page} pages={pages} />
      {!totalIsExact && page === pages && <p className={card.soft}>{t('browse.deepest', { formatted })}</p>}
    </>
  );
}

/** What the list shows where that is not each word as typed. */
function SearchedInstead({ searchedFor: { from, to, words, isCorrected } }: { searchedFor: SearchedFor }) {
  const { t } = useTranslation();
  const names = useNames();
  const [parameters] = useSearchParams();
  const name = ({ district = '', block }: NonNullable<SearchedFor['from']>) =>
    block === undefined ? names.district(district) : names.block(district, block);
  const route = from && to && `${name(from)} → ${name(to)}`;
  const ends = [from && `${t('browse.from')}: ${name(from)}`, to && `${t('browse.to')}: ${name(to)}`];
  const parts = [...(route ? [route] : ends), words && `“${words}”`].filter(Boolean);
  const typed = isCorrected ? `${t('common.nothingFound')}: “${parameters.get('search') ?? ''}”. ` : '';
  return (
    <p className={page.note} role="status">
      {typed}
      {t('browse.searchedFor', { what: parts.join(', ') })}
    </p>
  );
}

/** The ways to reach a teacher, or what to do to see them. */
function ContactOrLogin({ access, person }: { access: Access; person: Person }) {
  const { t } = useTranslation();
  const introduce = useIntroduction();
  const origin = useOrigin();
  if (access === 'unverified') {
    return <PaymentLink className={classes.quiet} text={t('browse.payForContact')} />;
  }
  if (access !== 'anonymous') return <Contact introduction={introduce(person)} person={person} />;
  return (
    <Link className={classes.quiet} state={origin} to={paths.login}>
      {t('browse.loginForContact')}
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
      action={<Link to={session ? paths.newRequest : paths.register}>{t('navigation.newRequest')}</Link>}
      text={t(filtered ? 'browse.emptyHint' : 'browse.emptyAllHint')}
      title={t(filtered ? 'browse.empty' : 'browse.emptyAll')}
    />
  );
}
