import type { Person } from '@mutual-transfer/domain/user';
import { useTranslation } from '../i18n/language.tsx';
import { useNames } from '../i18n/names.ts';
import { ContactLinks } from '../ui/contact-links.tsx';

/** The ways to reach a person, in the reader's words. */
export function PersonContact({ person }: { person: Person }) {
  const { t } = useTranslation();
  const names = useNames();
  return (
    <ContactLinks
      email={person.email}
      name={names.personal(person.name)}
      phone={person.phone}
      texts={{
        email: t('person.writeEmail'),
        call: t('person.call'),
        whatsapp: t('person.whatsapp'),
        hidden: t('person.someHidden'),
      }}
    />
  );
}
