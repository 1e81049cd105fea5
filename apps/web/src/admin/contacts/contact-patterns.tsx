import type { ContactPatterns as Patterns } from '@mutual-transfer/domain/accounts/contact-views';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { Empty } from '../../ui/empty.tsx';
import { Failure } from '../../ui/failure.tsx';
import page from '../../ui/page.module.css';
import { CardSkeletons } from '../../ui/skeletons.tsx';
import { Tag } from '../../ui/tag.tsx';
import { contactPatternsQuery } from '../admin.queries.ts';
import { personSearch } from '../admin-address.ts';
import { Cell, RowTitle, Table } from '../table.tsx';

/** Accounts that opened many contacts fast or went on when refused, and addresses from which several did. */
export function ContactPatterns({ token }: { token: string }) {
  const { t } = useTranslation();
  const { data, isPending, isError, refetch } = useQuery(contactPatternsQuery(token));
  return (
    <section aria-labelledby="contact-patterns" className={page.section}>
      <div>
        <h2 id="contact-patterns">{t('admin.contacts.title')}</h2>
        <p className={page.soft}>{t('admin.contacts.lead')}</p>
      </div>
      {isError && <Failure onRetry={() => void refetch()} text={t('admin.failed')} />}
      {isPending && <CardSkeletons label={t('common.loading')} />}
      {data?.accounts.length === 0 && <Empty level={3} title={t('admin.contacts.none')} />}
      {data && data.accounts.length > 0 && <Accounts accounts={data.accounts} />}
      {data && data.addresses.length > 0 && <Addresses addresses={data.addresses} />}
    </section>
  );
}

function Accounts({ accounts }: Pick<Patterns, 'accounts'>) {
  const { t } = useTranslation();
  const formats = useFormats();
  const figures = ['openedLastHour', 'openedLastDay', 'refusedLastDay'] as const;
  const columns = [t('admin.name'), ...figures.map((figure) => t(`admin.contacts.${figure}`))];
  return (
    <Table columns={columns} label={t('admin.contacts.title')}>
      {accounts.map(({ user, ...opened }) => (
        <tr key={user._id}>
          <RowTitle>
            <Link to={{ search: personSearch(user._id) }}>{user.name}</Link>
            {!user.isActive && <Tag>{t('admin.inactive')}</Tag>}
          </RowTitle>
          {figures.map((figure) => (
            <Cell key={figure} label={t(`admin.contacts.${figure}`)}>
              {formats.number(opened[figure])}
            </Cell>
          ))}
        </tr>
      ))}
    </Table>
  );
}

function Addresses({ addresses }: Pick<Patterns, 'addresses'>) {
  const { t } = useTranslation();
  const formats = useFormats();
  const figures = ['accounts', 'openedLastDay', 'openedWithoutStanding'] as const;
  const columns = [t('admin.contacts.address'), ...figures.map((figure) => t(`admin.contacts.${figure}`))];
  return (
    <>
      <h3>{t('admin.contacts.addresses')}</h3>
      <p className={page.soft}>{t('admin.contacts.addressesLead')}</p>
      <Table columns={columns} label={t('admin.contacts.addresses')}>
        {addresses.map(({ address, ...opened }) => (
          <tr key={address}>
            <RowTitle>{address}</RowTitle>
            {figures.map((figure) => (
              <Cell key={figure} label={t(`admin.contacts.${figure}`)}>
                {formats.number(opened[figure])}
              </Cell>
            ))}
          </tr>
        ))}
      </Table>
    </>
  );
}
