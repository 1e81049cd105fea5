import { INVITE_MESSAGE_SHOWN } from '@mutual-transfer/domain/constants';
import { IconBrandWhatsapp, IconCopy, IconShare } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../i18n/language.tsx';
import { useBriefly } from '../../people/use-briefly.ts';
import button from '../../ui/button.module.css';
import card from '../../ui/card.module.css';
import classes from './dashboard.module.css';

/** Asks other teachers to come: by the phone's own sharing, by WhatsApp, or by a text to paste anywhere. */
export function InviteBox() {
  const { t } = useTranslation();
  const [isCopied, showCopied] = useBriefly(INVITE_MESSAGE_SHOWN);
  const [isRefused, setRefused] = useState(false);
  const text = t('invite.message', { address: window.location.origin });
  const copy = async () => {
    const done = await copyText(text);
    setRefused(!done);
    showCopied(done);
  };
  const share = () => {
    if (!('share' in navigator)) return copy();
    return navigator.share({ text }).catch(() => {});
  };
  return (
    <section aria-labelledby="invite" className={card.card}>
      <h2 id="invite">{t('invite.title')}</h2>
      <p className={card.soft}>{t('invite.text')}</p>
      <blockquote className={classes.quote}>{text}</blockquote>
      <div className={classes.buttons}>
        <button className={button.main} onClick={() => void share()} type="button">
          <IconShare aria-hidden="true" size={18} />
          {t('invite.share')}
        </button>
        <a
          aria-label={t('invite.whatsappLabel')}
          className={button.soft}
          href={`https://wa.me/?text=${encodeURIComponent(text)}`}
          rel="noreferrer"
          target="_blank"
        >
          <IconBrandWhatsapp aria-hidden="true" size={18} />
          {t('invite.whatsapp')}
        </a>
        <button className={button.soft} onClick={() => void copy()} type="button">
          <IconCopy aria-hidden="true" size={18} />
          {t('invite.copy')}
        </button>
      </div>
      <p className={classes.notice} role="status">
        {isCopied && t('invite.copied')}
        {isRefused && t('invite.copyFailed')}
      </p>
    </section>
  );
}

/** Whether the text now lies in the clipboard; addresses without encryption have none. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
