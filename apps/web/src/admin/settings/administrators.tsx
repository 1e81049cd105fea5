import type { AdministratorList } from '@mutual-transfer/domain/administration/administrator';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmAction } from '../../form/confirm-action.tsx';
import { callApi } from '../../platform/api/client.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats, useNames } from '../../platform/i18n/names.ts';
import { Button } from '../../ui/button.tsx';
import card from '../../ui/card.module.css';
import { FocusedNotice } from '../../ui/states/focused-notice.tsx';
import { administratorsQuery } from '../admin.queries.ts';
import type { Column } from '../list/columns.ts';
import { DataTable } from '../list/data-table.tsx';
import { QueryState } from '../query-state.tsx';
import { Section } from '../sections/section.tsx';
import { NewAdministrator } from './new-administrator.tsx';

type ListedAdministrator = AdministratorList['administrators'][number];

/** Administrators of the product. The last one of the state cannot be erased. */
export function Administrators({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const query = useQuery(administratorsQuery(userId));
  const [erased, setErased] = useState<ListedAdministrator>();
  const [notice, setNotice] = useState({ text: '' });
  const names = useNames();
  const list = query.data?.administrators ?? [];
  const ofState = list.filter(({ role }) => role === 'state').length;
  const columns: Column<ListedAdministrator>[] = [
    { id: 'name', header: t('admin.name'), value: ({ name }) => name },
    { id: 'email', header: t('person.email'), value: ({ email }) => email },
    {
      id: 'role',
      header: t('admin.role'),
      value: ({ role, districts }) =>
        role === 'state' ? t('admin.roles.state') : districts.map((name) => names.district(name)).join(', '),
    },
    {
      id: 'office',
      header: t('admin.office'),
      value: ({ designation, office }) => [designation, office].filter(Boolean).join(', '),
    },
    { id: 'since', header: t('admin.since'), value: ({ createdAt }) => formats.date(createdAt) },
    {
      id: 'actions',
      header: t('admin.actions'),
      value: (administrator) =>
        (administrator.role === 'district' || ofState > 1) && (
          <Button
            aria-label={`${t('admin.eraseAdministrator')}: ${administrator.name}`}
            kind="quiet"
            onClick={() => setErased(administrator)}
          >
            {t('admin.eraseAdministrator')}
          </Button>
        ),
    },
  ];
  return (
    <Section id="administrators" title={t('admin.administrators')}>
      <FocusedNotice notice={notice} />
      <QueryState query={query} />
      {/* The list would move a form that is being filled in. */}
      {!query.isPending && (
        <>
          <DataTable
            columns={columns}
            keyOf={({ _id }) => _id}
            label={t('admin.administrators')}
            rows={list}
          />
          <div className={card.card}>
            <h3>{t('admin.newAdministrator')}</h3>
            <NewAdministrator
              onMade={(name) => setNotice({ text: t('admin.administratorMade', { name }) })}
              userId={userId}
            />
          </div>
        </>
      )}
      {erased && (
        <EraseAdministrator
          administrator={erased}
          onClose={() => setErased(undefined)}
          onDone={() => {
            setErased(undefined);
            setNotice({ text: t('admin.administratorErased', { name: erased.name }) });
          }}
          userId={userId}
        />
      )}
    </Section>
  );
}

interface EraseAdministratorProps {
  readonly userId: string;
  readonly administrator: ListedAdministrator;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function EraseAdministrator({ userId, administrator, onClose, onDone }: EraseAdministratorProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { _id, name } = administrator;
  return (
    <ConfirmAction
      act={() => callApi(`/admin/administrators/${_id}`, { method: 'DELETE' })}
      onClose={onClose}
      onDone={() => {
        onDone();
        return client.invalidateQueries({ queryKey: administratorsQuery(userId).queryKey });
      }}
      text={t('admin.eraseAdministratorText')}
      texts={{
        confirm: t('admin.eraseAdministrator'),
        cancel: t('admin.cancel'),
        failed: t('admin.failedEraseAdministrator'),
      }}
      title={t('admin.eraseAdministratorTitle', { name })}
    />
  );
}
