import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { Message } from '../../ui/message.tsx';
import page from '../../ui/page.module.css';
import type { ThreadMessage } from './threads.ts';

interface AlertThreadProps {
  readonly thread: readonly ThreadMessage[];
  /** Name of the other teacher as the user sees it. */
  readonly name: string;
}

/** Conversation with one teacher, folded. */
export function AlertThread({ thread, name }: AlertThreadProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (thread.length === 0) return null;
  return (
    <details>
      <summary>{t('alerts.thread', { name, formatted: formats.number(thread.length) })}</summary>
      <ol className={page.tight}>
        {thread.map(({ _id, message, createdAt, isMine }) => (
          <li key={_id}>
            <Message isMine={isMine} sentAt={createdAt} text={message} writer={name} />
          </li>
        ))}
      </ol>
    </details>
  );
}
