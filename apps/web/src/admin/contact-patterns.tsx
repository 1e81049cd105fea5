import type { ContactPatterns as Patterns } from '@mutual-transfer/domain/accounts/contact-views';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import page from '../ui/page.module.css';
import { Empty } from '../ui/states.tsx';
import { Tag } from '../ui/tag.tsx';
import { contactPatternsQuery } from './admin.queries.ts';
import type { Column } from './list/columns.ts';
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

function Accounts({ accounts }: Pick<Patterns, 'accounts'>) {
  const { t } = useTranslation();
  const figures = useFigureColumns<Patterns['accounts'][number]>([
    'openedLastHour',
    'openedLastDay',
    'refusedLastDay',
  ]);
  const name: Column<Patterns['accounts'][number]> = {
    id: 'name',
    header: t('admin.name'),
    value: ({ user }) => (
      <>
        <PersonLink person={user} />
        {!user.isActive && <Tag>{t('admin.inactive')}</Tag>}
      </>
    ),
  };
  return (
    <DataTable
      columns={[name, ...figures]}
      keyOf={({ user }) => user._id}
      label={t('admin.contacts.title')}
      rows={accounts}
    />
  );
}

function Addresses({ addresses }: Pick<Patterns, 'addresses'>) {
  const { t } = useTranslation();
  const figures = useFigureColumns<Patterns['addresses'][number]>([
    'accounts',
    'openedLastDay',
    'openedWithoutStanding',
  ]);
  const address: Column<Patterns['addresses'][number]> = {
    id: 'address',
    header: t('admin.contacts.address'),
    value: (row) => row.address,
  };
  return (
    <>
      <h3>{t('admin.contacts.addresses')}</h3>
      <p className={page.soft}>{t('admin.contacts.addressesLead')}</p>
      <DataTable
        columns={[address, ...figures]}
        keyOf={(row) => row.address}
        label={t('admin.contacts.addresses')}
        rows={addresses}
      />
    </>
  );
}

type Figure = 'openedLastHour' | 'openedLastDay' | 'refusedLastDay' | 'accounts' | 'openedWithoutStanding';

function useFigureColumns<Row extends Partial<Record<Figure, number>>>(figures: Figure[]): Column<Row>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  return figures.map((figure) => ({
    id: figure,
    header: t(`admin.contacts.${figure}`),
    value: (row) => formats.number(row[figure] ?? 0),
  }));
}
