import { INVITE_MESSAGE_SHOWN } from '@mutual-transfer/domain/constants';
import { IconBrandWhatsapp, IconCopy, IconShare } from '@tabler/icons-react';
import { useState } from 'react';
import { generatePath } from 'react-router';
import { useTranslation } from '../platform/i18n/language.tsx';
import { paths } from '../platform/paths.ts';
import button from '../ui/button.module.css';
import { Button } from '../ui/button.tsx';
import page from '../ui/page.module.css';
import { useTimedFlag } from '../ui/use-timer.ts';

/** Returns the absolute URL of a shared link. WhatsApp previews it with a picture in that language. */
export function shareAddress(language: string, code: string): string {
  return window.location.origin + generatePath(paths.share, { language, code });
}

interface ShareButtonsProps {
  text: string;
  /** Label of the first button. */
  label: string;
  /** Message after copying. */
  copied: string;
}

/** Shares a text by the system's dialog, by WhatsApp or by copying. */
export function ShareButtons({ text, label, copied }: ShareButtonsProps) {
  const { t } = useTranslation();
  const [isCopied, showCopied] = useTimedFlag(INVITE_MESSAGE_SHOWN);
  const [isRefused, setRefused] = useState(false);
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
    <>
      <div className={page.buttons}>
        <Button onClick={() => void share()}>
          <IconShare aria-hidden="true" size={18} />
          {label}
        </Button>
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
        <Button onClick={() => void copy()}>
          <IconCopy aria-hidden="true" size={18} />
          {t('invite.copy')}
        </Button>
      </div>
      <p className={page.done} role="status">
        {isCopied && copied}
        {isRefused && t('invite.copyFailed')}
      </p>
    </>
  );
}

/** Copies the text. Returns `false` if it fails; pages without encryption have no clipboard. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
