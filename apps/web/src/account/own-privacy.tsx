import type { Account } from '@mutual-transfer/domain/accounts/user';
import type { PrivacySettings } from '@mutual-transfer/domain/requests/transfer-request';
import { privacyKeys } from '@mutual-transfer/domain/requests/transfer-request-words';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshAgreements } from '../agreements/agreements.queries.ts';
import { CallFailure } from '../form/call-failure.tsx';
import { Form, SubmitRow } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import { callApi } from '../platform/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import { profileQuery } from '../platform/profile.ts';
import { askAgain } from '../platform/queries.ts';
import { updateUser, useSession } from '../platform/session.ts';
import { useAction } from '../platform/use-action.ts';
import { hiddenRequestsQuery } from '../requests/requests.queries.ts';
import { Button } from '../ui/button.tsx';
import { CheckField } from '../ui/fields/check-field.tsx';
import page from '../ui/page.module.css';
import { CardSkeletons, FocusedNotice } from '../ui/states.tsx';
import { blocksQuery, contactViewsQuery } from './account.queries.ts';

/** Lists the viewers of the teacher's phone number or email address, with dates. */
export function ContactSeen({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const names = useNames();
  const formats = useFormats();
  const { data, error, refetch } = useQuery({ ...contactViewsQuery(userId), staleTime: 0 });
  if (data === undefined && error === null) return <CardSkeletons />;
  if (data === undefined)
    return <CallFailure error={error} onRetry={refetch} text={t('account.failedLoad')} />;
  return (
    <div className={page.stack}>
      <p>{t('account.seen', { count: data.total, formatted: formats.number(data.total) })}</p>
      {data.views.length > 0 && (
        <details>
          <summary>{t('account.seenBy')}</summary>
          <ul>
            {data.views.map(({ viewer, openedAt, seenAt }) => (
              <li key={`${viewer._id} ${openedAt}`}>
                {names.personal(viewer.name)} · {names.place(viewer.district, viewer.postingBlock)} ·{' '}
                <time dateTime={seenAt}>{formats.date(seenAt)}</time>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** Privacy settings of the account. A request may hide more. */
export function OwnPrivacy({ settings, userId }: { settings: PrivacySettings; userId: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const session = useSession();
  const form = useForm({
    initial: { ...settings },
    check: () => ({}),
    send: (privacySettings) =>
      callApi<Account>('/auth/privacy', { method: 'PUT', body: { privacySettings } }),
    onDone: (account) => {
      client.setQueryData(profileQuery(userId).queryKey, account);
      updateUser(session?.token, account);
      void askAgain(client, 'requests');
    },
  });
  return (
    <Form form={form}>
      <p>{t('account.privacyHint')}</p>
      {privacyKeys.map((key) => (
        <CheckField key={key} label={t(`hide.${key}`)} {...form.toggle(key)} />
      ))}
      {form.values.hideName && !form.values.hideEmail && (
        <p className={page.soft}>{t('account.nameInEmail')}</p>
      )}
      <SubmitRow
        done={t('privacy.saved')}
        failed={t('privacy.failed')}
        form={form}
        kind="soft"
        texts={{ submit: t('privacy.save'), busy: t('common.saving') }}
      />
    </Form>
  );
}

/** Lists the completed swaps that the user hid from their requests, each with a button to show it again. Renders nothing without any. */
export function HiddenRequests({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const names = useNames();
  const formats = useFormats();
  const client = useQueryClient();
  const [notice, setNotice] = useState({ text: '' });
  const { data = [], error, isLoadingError, refetch } = useQuery(hiddenRequestsQuery(userId));
  const showing = useAction(
    (id: string) => callApi(`/requests/${id}/hidden`, { method: 'PATCH', body: { hidden: false } }),
    () => {
      void askAgain(client, 'my-requests', 'hidden-requests', 'requests');
      setNotice({ text: t('account.shownAgain') });
    },
  );
  if (data.length === 0 && notice.text === '' && !isLoadingError) return null;
  return (
    <section aria-labelledby="hidden-requests" className={page.stack}>
      <h2 id="hidden-requests">{t('account.hiddenRequests')}</h2>
      <FocusedNotice notice={notice} />
      <CallFailure error={isLoadingError && error} onRetry={refetch} text={t('browse.failedMine')} />
      <CallFailure error={showing.error} text={t('account.failedShowing')} />
      <ul className={page.stack}>
        {data.map(({ _id, desiredDistrict, desiredBlock, createdAt }) => {
          const place = names.place(desiredDistrict, desiredBlock);
          return (
            <li className={page.row} key={_id}>
              <div>
                <strong>{place}</strong>
                <p className={page.soft}>{t('browse.posted', { date: formats.date(createdAt) })}</p>
              </div>
              <Button
                aria-label={`${t('account.showAgain')}: ${place}`}
                isBusy={showing.isBusy}
                onClick={() => showing.run(_id)}
              >
                {t('account.showAgain')}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

export function BlockedTeachers({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const names = useNames();
  const formats = useFormats();
  const client = useQueryClient();
  const [notice, setNotice] = useState({ text: '' });
  const { data, isPending, error, refetch } = useQuery(blocksQuery(userId));
  const unblocking = useAction(
    (id: string) => callApi<{ message: string }>(`/blocks/${id}`, { method: 'DELETE' }),
    async ({ message }) => {
      refreshAgreements(client);
      await askAgain(client, 'blocks');
      setNotice({ text: message });
    },
  );
  return (
    <div className={page.stack}>
      <FocusedNotice notice={notice} />
      {isPending && <CardSkeletons />}
      <CallFailure error={error} onRetry={refetch} text={t('account.failedBlocks')} />
      <CallFailure error={unblocking.error} text={t('account.failedBlocks')} />
      {data?.length === 0 && <p className={page.soft}>{t('account.noBlocks')}</p>}
      <ul className={page.stack}>
        {data?.map(({ user, blockedAt }) => (
          <li className={page.row} key={user._id}>
            <div>
              <strong>{names.personal(user.name)}</strong>
              <p className={page.soft}>{t('account.blockedSince', { date: formats.date(blockedAt) })}</p>
            </div>
            <Button
              aria-label={`${t('account.unblock')}: ${names.personal(user.name)}`}
              isBusy={unblocking.isBusy}
              onClick={() => unblocking.run(user._id)}
            >
              {t('account.unblock')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
