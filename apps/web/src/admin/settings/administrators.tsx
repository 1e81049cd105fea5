import type { AdministratorList } from '@mutual-transfer/domain/administration/administration';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../platform/api/client.ts';
import { useAction } from '../../platform/api/use-action.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { Button } from '../../ui/button.tsx';
import card from '../../ui/card.module.css';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Failure } from '../../ui/failure.tsx';
import { FocusedNotice } from '../../ui/focused-notice.tsx';
import page from '../../ui/page.module.css';
import { ActionFailure } from '../action-failure.tsx';
import { administratorsQuery } from '../admin.queries.ts';
import { Cell, RowTitle, Table } from '../table.tsx';
import { NewAdministrator } from './new-administrator.tsx';

type Administrator = AdministratorList['administrators'][number];

/** Administrators of the product. The last one cannot be erased. */
export function Administrators({ token }: { token: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const query = useQuery(administratorsQuery(token));
  const [erased, setErased] = useState<Administrator>();
  const [notice, setNotice] = useState({ text: '' });
  const columns = [t('admin.name'), t('register.email'), t('admin.since'), t('admin.actions')];
  const list = query.data?.administrators ?? [];
  return (
    <section aria-labelledby="administrators" className={page.section}>
      <h2 id="administrators">{t('admin.administrators')}</h2>
      <FocusedNotice notice={notice} />
      {query.isError && <Failure onRetry={() => void query.refetch()} text={t('admin.failed')} />}
      <Table columns={columns} label={t('admin.administrators')}>
        {list.map((administrator) => (
          <tr key={administrator._id}>
            <RowTitle>{administrator.name}</RowTitle>
            <Cell label={t('register.email')}>{administrator.email}</Cell>
            <Cell label={t('admin.since')}>{formats.date(administrator.createdAt)}</Cell>
            <Cell label={t('admin.actions')}>
              {list.length > 1 && (
                <Button kind="grave" onClick={() => setErased(administrator)}>
                  {t('admin.eraseAdministrator')}
                </Button>
              )}
            </Cell>
          </tr>
        ))}
      </Table>
      <div className={card.card}>
        <h3>{t('admin.newAdministrator')}</h3>
        <NewAdministrator
          onMade={(name) => setNotice({ text: t('admin.administratorMade', { name }) })}
          token={token}
        />
      </div>
      {erased && (
        <EraseAdministrator
          administrator={erased}
          onClose={() => setErased(undefined)}
          onDone={() => {
            setErased(undefined);
            setNotice({ text: t('admin.administratorErased', { name: erased.name }) });
          }}
          token={token}
        />
      )}
    </section>
  );
}

interface EraseAdministratorProps {
  readonly token: string;
  readonly administrator: Administrator;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function EraseAdministrator({ token, administrator, onClose, onDone }: EraseAdministratorProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { _id, name } = administrator;
  const { run, isBusy, error } = useAction(
    () => callApi(`/admin/administrators/${_id}`, { method: 'DELETE' }),
    () => {
      onDone();
      return client.invalidateQueries({ queryKey: administratorsQuery(token).queryKey });
    },
  );
  return (
    <ConfirmDialog
      isBusy={isBusy}
      onClose={onClose}
      onConfirm={() => run(undefined)}
      text={t('admin.eraseAdministratorText')}
      texts={{
        confirm: isBusy ? t('admin.working') : t('admin.eraseAdministrator'),
        cancel: t('admin.cancel'),
      }}
      title={t('admin.eraseAdministratorTitle', { name })}
    >
      {!isBusy && <ActionFailure error={error} text={t('admin.failedEraseAdministrator')} />}
    </ConfirmDialog>
  );
}
