import type { Account } from '@mutual-transfer/domain/accounts/user';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { Contact } from '../../ui/contact.tsx';
import page from '../../ui/page.module.css';
import { MoveLine } from '../move-line.tsx';
import { Cell, RowTitle, Table } from '../table.tsx';
import { PeopleList } from './people-list.tsx';

/** Lists payments: teacher, amount and date. */
export function PaidUsers({ token }: { token: string }) {
  const { t } = useTranslation();
  const texts = { list: t('admin.paid'), search: t('admin.searchPaid'), empty: t('admin.noPaid') };
  const columns = [
    t('admin.name'),
    t('admin.contact'),
    t('admin.place'),
    t('admin.amount'),
    t('admin.paidOn'),
  ];
  return (
    <section aria-labelledby="paid" className={page.section}>
      <h2 id="paid">{t('admin.paid')}</h2>
      <PeopleList
        kind="paid-users"
        table={(users) => (
          <Table columns={columns} label={t('admin.paid')}>
            {users.map((payer) => (
              <PaidRow key={payer._id} payer={payer} />
            ))}
          </Table>
        )}
        texts={texts}
        token={token}
      />
    </section>
  );
}

function PaidRow({ payer }: { payer: Account }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { paymentAmount, paymentDate } = payer;
  return (
    <tr>
      <RowTitle>
        {payer.name}
        <span className={page.soft}>{payer.schoolName}</span>
      </RowTitle>
      <Cell label={t('admin.contact')}>
        <Contact isCompact person={payer} />
      </Cell>
      <Cell label={t('admin.place')}>
        <MoveLine {...payer} />
      </Cell>
      <Cell label={t('admin.amount')}>{paymentAmount !== null && formats.rupees(paymentAmount)}</Cell>
      <Cell label={t('admin.paidOn')}>
        {paymentDate && <time dateTime={paymentDate}>{formats.dateTime(paymentDate)}</time>}
      </Cell>
    </tr>
  );
}
