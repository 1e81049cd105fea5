import type { RequestList } from '@mutual-transfer/domain/transfer-request';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { useErrorText } from '../../api/error-text.ts';
import { requestListQuery } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/language.tsx';
import { useFormats } from '../../i18n/names.ts';
import { paths } from '../../paths.ts';
import { PersonContact } from '../../people/person-contact.tsx';
import { RequestCard } from '../../people/request-card.tsx';
import { useSession } from '../../session/session.ts';
import card from '../../ui/card.module.css';
import { Empty } from '../../ui/empty.tsx';
import { Failure } from '../../ui/failure.tsx';
import { CardSkeletons } from '../../ui/skeletons.tsx';
import classes from './browse.module.css';
import { Filters } from './filters.tsx';
import { isFiltered, listSearch } from './list-search.ts';
import { Pager } from './pager.tsx';

/** The list the server rendered, with the query it stands for. */
export interface FirstList {
  readonly search: string;
  readonly list: RequestList | null;
}

/** The list of everybody's requests with its filters and pages. */
export function AllRequests({ first }: { first: FirstList | null }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [parameters] = useSearchParams();
  const session = useSession();
  const search = listSearch(parameters);
  const initial = first?.search === search && first.list !== null ? first.list : undefined;
  const query = useQuery({
    ...requestListQuery(session?.token, search),
    ...(session === null && initial ? { initialData: initial } : {}),
    placeholderData: (previous) => keepPreviousData(previous) ?? initial,
  });
  const fallback = t(session ? 'browse.failed' : 'browse.failedPublic');
  return (
    <div className={classes.columns}>
      <Filters />
      <section
        aria-busy={query.isPlaceholderData}
        aria-label={t('browse.allRequests')}
        className={classes.results}
      >
        <h2 className="visually-hidden">{t('browse.allRequests')}</h2>
        {query.data && <Found list={query.data} />}
        {query.isError && (
          <Failure onRetry={() => void query.refetch()} text={errorText(query.error, fallback)} />
        )}
        {query.isPending && <CardSkeletons label={t('common.loading')} />}
      </section>
    </div>
  );
}

function Found({ list: { requests, pagination } }: { list: RequestList }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const session = useSession();
  const { total, totalIsExact, page, pages } = pagination;
  const formatted = formats.number(total);
  return (
    <>
      <p className={card.soft} role="status">
        {totalIsExact ? t('browse.count', { count: total, formatted }) : t('browse.countMany', { formatted })}
      </p>
      {requests.length === 0 && <NothingFound />}
      <ul className={card.list}>
        {requests.map((request) => (
          <li className={classes.item} key={request._id}>
            <RequestCard request={request}>
              {session ? (
                <PersonContact person={request.user} />
              ) : (
                <Link className={classes.quiet} to={paths.login}>
                  {t('browse.loginForContact')}
                </Link>
              )}
            </RequestCard>
          </li>
        ))}
      </ul>
      <Pager page={page} pages={pages} />
      {!totalIsExact && page === pages && <p className={card.soft}>{t('browse.deepest', { formatted })}</p>}
    </>
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
