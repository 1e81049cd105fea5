import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import card from './card.module.css';
import page from './page.module.css';

interface MessageProps {
  isMine: boolean;
  /** Name of another writer as the user sees it. */
  writer?: string;
  sentAt: string;
  text: string;
}

export function Message({ isMine, writer, sentAt, text }: MessageProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <div className={isMine ? page.note : page.well}>
      <p className={page.soft}>
        {isMine ? t('rings.you') : writer} · <time dateTime={sentAt}>{formats.dateTime(sentAt)}</time>
      </p>
      <p className={card.text}>{text}</p>
    </div>
  );
}
