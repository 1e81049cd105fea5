import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useMe } from '../../platform/session/me.ts';
import button from '../../ui/button.module.css';
import card from '../../ui/card.module.css';
import page from '../../ui/page.module.css';
import classes from '../header/member-frame.module.css';
import { closeAnnouncement, closedAnnouncements } from './closed-announcements.ts';

const LONGEST_LINE = 140;

/** Newest announcement that the teacher has not closed on this device. */
export function AnnouncementBanner() {
  const { t } = useTranslation();
  const [closed, setClosed] = useState(closedAnnouncements);
  const shown = useMe().data?.announcements.find(({ _id }) => !closed.includes(_id));
  if (shown === undefined) return null;
  return (
    <aside aria-label={t('frame.announcement')} className={`${page.note} ${classes.banner}`}>
      <Text key={shown._id} language={shown.language} text={shown.text} />
      <button
        aria-label={t('frame.closeAnnouncement')}
        className={button.icon}
        onClick={() => setClosed(closeAnnouncement(shown._id))}
        type="button"
      >
        <IconX aria-hidden="true" size={20} />
      </button>
    </aside>
  );
}

/** Text of the announcement, collapsed if it is long. */
function Text({ text, language }: { text: string; language: string }) {
  if (text.length <= LONGEST_LINE) {
    return (
      <p className={card.text} lang={language}>
        {text}
      </p>
    );
  }
  return (
    <details lang={language}>
      <summary>{`${text.slice(0, LONGEST_LINE)} …`}</summary>
      <p className={card.text}>{text}</p>
    </details>
  );
}
