import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import card from '../../ui/card.module.css';
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
          <li className={isMine ? page.note : page.well} key={_id}>
            <p className={page.soft}>
              {isMine ? t('rings.you') : name} ·{' '}
              <time dateTime={createdAt}>{formats.dateTime(createdAt)}</time>
            </p>
            <p className={card.text}>{message}</p>
          </li>
        ))}
      </ol>
    </details>
  );
}
