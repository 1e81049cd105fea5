import type { Agreement, RoomMessage } from '@mutual-transfer/domain/agreements/agreement';
import { ROOM_MESSAGE_MAXIMUM_LENGTH } from '@mutual-transfer/domain/agreements/agreement-rules';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { CallFailure } from '../../form/call-failure.tsx';
import { Form, ReviewOffer, SubmitRow } from '../../form/form.tsx';

import { useForm } from '../../form/use-form.ts';
import { callApi, hasFailed } from '../../platform/client.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useNames } from '../../platform/i18n/names.ts';
import card from '../../ui/card.module.css';
import { TextArea } from '../../ui/fields/text-fields.tsx';
import { Message } from '../../ui/message.tsx';
import page from '../../ui/page.module.css';
import { roomMessagesQuery } from '../agreements.queries.ts';

export function MessagesPart({ agreement: { _id, can }, userId }: { agreement: Agreement; userId: string }) {
  const { t } = useTranslation();
  const names = useNames();
  const { hash } = useLocation();
  const query = useQuery(roomMessagesQuery(userId, _id));
  const { data = [] } = query;
  const error = hasFailed(query) ? query.error : null;
  if (!can.message && data.length === 0 && error === null) return null;
  return (
    <section aria-labelledby="messages" className={card.card}>
      <h2 id="messages" ref={hash === '#messages' ? showHeading : undefined} tabIndex={-1}>
        {t('agreements.messages')}
      </h2>
      <CallFailure error={error} onRetry={query.refetch} text={t('common.failed')} />
      {data.length > 0 && (
        <ol className={page.tight}>
          {data.map(({ _id: id, user, isMine, message, createdAt }) => (
            <li key={id}>
              <Message
                isMine={isMine}
                sentAt={createdAt}
                text={message}
                writer={user === null ? t('agreements.gone') : names.personal(user.name)}
              />
            </li>
          ))}
        </ol>
      )}
      {can.message && <NewMessage id={_id} userId={userId} />}
    </section>
  );
}

/** Scrolls to the heading and focuses it. The router cannot: the heading is rendered once the agreement has loaded. */
function showHeading(heading: HTMLHeadingElement | null): void {
  heading?.scrollIntoView();
  heading?.focus({ preventScroll: true });
}

function NewMessage({ id, userId }: { id: string; userId: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const initial = { message: '', sendForReview: false };
  const form = useForm({
    initial,
    check: ({ message }): Record<string, string> =>
      message.trim() === '' ? { message: t('alerts.needed') } : {},
    send: (body, key) =>
      callApi<RoomMessage | { message: string }>(`/agreements/${id}/messages`, { method: 'POST', body, key }),
    draft: { form: `room-${id}` },
    onDone: async (answer, sent) => {
      form.reset(initial, sent);
      // A message that an administrator must release is not shown yet.
      if (!('_id' in answer)) return;
      const { queryKey } = roomMessagesQuery(userId, id);
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (messages = []) => [...messages, answer]);
    },
  });
  return (
    <Form form={form}>
      <TextArea
        label={t('agreements.message')}
        maxLength={ROOM_MESSAGE_MAXIMUM_LENGTH}
        {...form.text('message')}
      />
      <ReviewOffer form={form} />
      <SubmitRow failed={t('common.failed')} form={form} isKept texts={{ submit: t('common.send') }} />
    </Form>
  );
}
