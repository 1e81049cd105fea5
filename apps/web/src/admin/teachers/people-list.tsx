import type { Account } from '@mutual-transfer/domain/accounts/user';
import type { PeopleList as People } from '@mutual-transfer/domain/administration/administration';
import { ADMIN_PAGE_SIZE, ADMIN_SEARCH_DEBOUNCE } from '@mutual-transfer/domain/constants';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslation } from '../../platform/i18n/language.tsx';
import page from '../../ui/page.module.css';
import { TypedSearch } from '../../ui/typed-search.tsx';
import { type PeopleKind, peopleQuery } from '../admin.queries.ts';
import { listQuery, useWords } from '../admin-address.ts';
import { ListFrame } from '../list-frame.tsx';
import { PeopleFilters, peopleWords } from './people-filters.tsx';

interface PeopleListProps {
  readonly token: string;
  readonly kind: PeopleKind;
  readonly texts: { readonly list: string; readonly search: string; readonly empty: string };
  readonly table: (users: People['users']) => ReactNode;
}

const names = { words: peopleWords, pages: ['page'], limit: ADMIN_PAGE_SIZE };
const none: readonly Account[] = [];

/** List of people with search and pages. */
export function PeopleList({ token, kind, texts, table }: PeopleListProps) {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const words = useWords('search');
  const query = useQuery(peopleQuery(token, kind, listQuery(parameters, names)));
  return (
    <>
      <div className={page.filters}>
        <TypedSearch
          delay={ADMIN_SEARCH_DEBOUNCE}
          hint={t('admin.searchUsersHint')}
          label={texts.search}
          name="search"
          onChange={words.change}
          value={words.value}
        />
        <PeopleFilters kind={kind} />
      </div>
      <ListFrame empty={texts.empty} label={texts.list} pagination={query.data?.pagination} query={query}>
        {table([...(query.data?.users ?? none)])}
      </ListFrame>
    </>
  );
}
