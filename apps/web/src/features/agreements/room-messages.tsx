import type { Agreement } from '@mutual-transfer/domain/agreement';
import { ROOM_MESSAGE_MAXIMUM_LENGTH } from '@mutual-transfer/domain/agreement-rules';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { roomMessagesQuery } from '../../api/agreement-queries.ts';
import { callApi } from '../../api/client.ts';
import { useErrorText } from '../../api/error-text.ts';
import { useAction } from '../../api/use-action.ts';
import { useTranslation } from '../../i18n/language.tsx';
import { useFormats, useNames } from '../../i18n/names.ts';
import { live } from '../../people/live.ts';
import { Button } from '../../ui/button.tsx';
import card from '../../ui/card.module.css';
import { Failure } from '../../ui/failure.tsx';
import page from '../../ui/page.module.css';
import { TextArea } from '../../ui/text-area.tsx';
import classes from './agreement.module.css';

/** The thread of a room. */
export function RoomMessages({ agreement: { _id, can }, token }: { agreement: Agreement; token: string }) {
  const { t } = useTranslation();
  const names = useNames();
  const formats = useFormats();
  const { data = [] } = useQuery({ ...roomMessagesQuery(token, _id), ...live });
  if (!can.message && data.length === 0) return null;
  return (
    <section aria-labelledby="messages" className={card.card}>
      <h2 id="messages">{t('agreements.messages')}</h2>
      {data.length > 0 && (
        <ol className={classes.messages}>
          {data.map(({ _id: id, user, isMine, message, createdAt }) => (
            <li className={isMine ? classes.mine : classes.theirs} key={id}>
              <p className={card.soft}>
                {isMine ? t('rings.you') : user === null ? t('agreements.gone') : names.personal(user.name)} ·{' '}
                <time dateTime={createdAt}>{formats.dateTime(createdAt)}</time>
              </p>
              <p>{message}</p>
            </li>
          ))}
        </ol>
      )}
      {can.message && <NewMessage id={_id} />}
    </section>
  );
}

function NewMessage({ id }: { id: string }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const client = useQueryClient();
  const [message, setMessage] = useState('');
  const sending = useAction(
    () => callApi(`/agreements/${id}/messages`, { method: 'POST', body: { message } }),
    () => {
      setMessage('');
      void client.invalidateQueries({ queryKey: ['agreements'] });
    },
  );
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (message.trim() !== '') sending.run(undefined);
  };
  return (
    <form className={page.stack} method="post" onSubmit={send}>
      <TextArea
        label={t('agreements.message')}
        maxLength={ROOM_MESSAGE_MAXIMUM_LENGTH}
        onChange={setMessage}
        value={message}
      />
      {sending.error !== null && <Failure text={errorText(sending.error, t('agreements.failed'))} />}
      <div className={page.row}>
        <Button isBusy={sending.isBusy} type="submit">
          {t('agreements.send')}
        </Button>
      </div>
    </form>
  );
}
