import type { Person } from '@mutual-transfer/domain/accounts/user';
import { HIDDEN } from '@mutual-transfer/domain/constants';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useNames } from '../../platform/i18n/names.ts';
import { Contact } from '../../ui/contact.tsx';
import { Facts } from '../../ui/facts.tsx';
import page from '../../ui/page.module.css';
import { AlertOpener } from '../new-alert/alert-opener.tsx';
import { useIntroduction } from '../new-alert/use-introduction.ts';

/** Sender of an alert, as far as their current privacy settings allow. */
export function AlertSender({ sender }: { sender: Person }) {
  const { t } = useTranslation();
  const names = useNames();
  const introduce = useIntroduction();
  const { email, phone } = sender;
  const isPrivate = [sender.name, sender.schoolName, email, phone].includes(HIDDEN);
  // If both are hidden, `Contact` shows its own message.
  const isSaid = email === HIDDEN && phone === HIDDEN;
  const facts: [string, string][] = [
    [t('person.works'), names.place(sender.district, sender.postingBlock)],
    [t('person.wants'), names.place(sender.desiredDistrict, sender.desiredBlock)],
    [t('person.subject'), names.subject(sender.subject)],
    [t('person.classLevel'), names.classLevel(sender.classRange)],
    [t('person.school'), names.personal(sender.schoolName)],
  ];
  return (
    <>
      <Facts facts={facts} />
      {isPrivate && !isSaid && <p className={page.soft}>{t('person.someHidden')}</p>}
      <Contact introduction={introduce(sender)} person={sender} />
      {sender._id !== undefined && (
        <AlertOpener isAnswer name={names.personal(sender.name)} recipientId={sender._id} />
      )}
    </>
  );
}
