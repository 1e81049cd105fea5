import type { ContactPatterns as Patterns } from '@mutual-transfer/domain/accounts/contact-views';
import { contactPatternColumns } from '@mutual-transfer/domain/administration/list-columns';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import page from '../ui/page.module.css';
import { Empty } from '../ui/states.tsx';
import { Tag } from '../ui/tag.tsx';
import { contactPatternsQuery } from './admin.queries.ts';
import { type Column, useColumns } from './list/columns.ts';
import { DataTable } from './list/data-table.tsx';
import { Download } from './list/download.tsx';
import { QueryState } from './list/query-state.tsx';
import { PersonLink } from './person-link.tsx';
import { Section } from './section.tsx';

/** Accounts that opened many contacts quickly or continued after refusals, and IP addresses from which several did. */
export function ContactPatternsSection({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const query = useQuery(contactPatternsQuery(userId));
  const { data } = query;
  return (
    <Section id="contact-patterns" lead={t('admin.contacts.lead')} title={t('admin.contacts.title')}>
      <div className={page.chips}>
        <Download path="/admin/contact-patterns.csv" />
      </div>
      <QueryState query={query} />
      {data?.accounts.length === 0 && <Empty level={3} title={t('admin.contacts.none')} />}
      {data && data.accounts.length > 0 && <Accounts accounts={data.accounts} />}
      {data && data.addresses.length > 0 && <Addresses addresses={data.addresses} />}
    </Section>
  );
}

const { name, address, accounts, openedLastHour, openedLastDay, refusedLastDay, openedWithoutStanding } =
  contactPatternColumns;

function Accounts({ accounts: rows }: Pick<Patterns, 'accounts'>) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const columns: Column<Patterns['accounts'][number]>[] = useColumns(
    { name, openedLastHour, openedLastDay, refusedLastDay },
    {
      name: ({ user }) => (
        <>
          <PersonLink person={user} />
          {!user.isActive && <Tag>{t('admin.inactive')}</Tag>}
        </>
      ),
      openedLastHour: (row) => number(row.openedLastHour),
      openedLastDay: (row) => number(row.openedLastDay),
      refusedLastDay: (row) => number(row.refusedLastDay),
    },
  );
  return (
    <DataTable
      columns={columns}
      keyOf={({ user }) => user._id}
      label={t('admin.contacts.title')}
      rows={rows}
    />
  );
}

function Addresses({ addresses }: Pick<Patterns, 'addresses'>) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const columns: Column<Patterns['addresses'][number]>[] = useColumns(
    { address, accounts, openedLastDay, openedWithoutStanding },
    {
      address: (row) => row.address,
      accounts: (row) => number(row.accounts),
      openedLastDay: (row) => number(row.openedLastDay),
      openedWithoutStanding: (row) => number(row.openedWithoutStanding),
    },
  );
  return (
    <>
      <h3>{t('admin.contacts.addresses')}</h3>
      <p className={page.soft}>{t('admin.contacts.addressesLead')}</p>
      <DataTable
        columns={columns}
        keyOf={(row) => row.address}
        label={t('admin.contacts.addresses')}
        rows={addresses}
      />
    </>
  );
}
