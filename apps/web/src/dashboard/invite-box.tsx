import { INVITATION_CODE } from '@mutual-transfer/domain/constants';
import { useReading } from '../platform/i18n/language.tsx';
import { shareAddress } from '../shares/share-address.ts';
import { ShareButtons } from '../shares/share-buttons.tsx';
import card from '../ui/card.module.css';
import page from '../ui/page.module.css';

/** Invites other teachers. Shows the message as text, for browsers without access to the clipboard. */
export function InviteBox() {
  const { t, language } = useReading();
  const text = t('invite.message', { address: shareAddress(language, INVITATION_CODE) });
  return (
    <section aria-labelledby="invite" className={`${card.card} ${card.line}`}>
      <h2 id="invite">{t('invite.title')}</h2>
      <ShareButtons copied={t('invite.copied')} label={t('invite.share')} text={text} />
      <details>
        <summary>{t('invite.preview')}</summary>
        <blockquote className={page.well}>{text}</blockquote>
      </details>
    </section>
  );
}
