import type { ContactLimit } from '@mutual-transfer/domain/accounts/contact-views';
import { HIDDEN } from '@mutual-transfer/domain/constants';
import { createContext, use } from 'react';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import chip from './chip.module.css';
import classes from './contact.module.css';
import page from './page.module.css';

/**
 * Context for lists of people: when the next contact opens, and what would open it sooner. `undefined`, or without a time, while the
 * budget lasts.
 */
export const ContactsLimited = createContext<ContactLimit | undefined>(undefined);

/** Email address that may wrap before its @ if it is wider than its container. */
export function EmailText({ email }: { email: string }) {
  const at = email.lastIndexOf('@');
  if (at < 0) return email;
  return (
    <span>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  );
}

interface ContactProps {
  person: {
    name: string;
    email?: string | null | undefined;
    phone?: string | null | undefined;
  };
  /** Subject and first lines of an email to the person. */
  introduction?: { subject: string; text: string } | undefined;
  /** Message in place of a hidden contact, if it is not about the viewer's own limits. */
  hiddenText?: string;
  /** Phone and email only, with little space, as in a table. */
  isCompact?: boolean;
}

const INDIA = '91';

/** Shows a person's contact as far as the viewer may see it. Absent details render nothing. */
export function Contact({ person, introduction, hiddenText, isCompact = false }: ContactProps) {
  const { t } = useTranslation();
  const names = useNames();
  const name = names.personal(person.name);
  const { email, phone } = person;
  if (email === undefined && phone === undefined) return null;
  if (!isOpen(email) && !isOpen(phone))
    return hiddenText === undefined ? <NoContact /> : <p className={page.soft}>{hiddenText}</p>;
  const className = isCompact ? undefined : chip.chip;
  return (
    <div className={isCompact ? classes.compact : `${page.chips} ${classes.links}`}>
      {isOpen(phone) && !isCompact && (
        <a
          aria-label={`${t('person.whatsapp')}: ${name}`}
          className={className}
          href={`https://wa.me/${INDIA}${encodeURIComponent(phone)}${query({ text: introduction?.text })}`}
          rel="noreferrer"
          target="_blank"
        >
          {t('person.whatsapp')}
        </a>
      )}
      {isOpen(phone) && (
        <a
          // The visible text is part of the name, by which speech control finds the link.
          aria-label={`${t('person.call')}: ${name}, ${phone}`}
          className={className}
          href={`tel:+${INDIA}${encodeURIComponent(phone)}`}
        >
          {phone}
        </a>
      )}
      {isOpen(email) && (
        <a
          aria-label={`${t('person.writeEmail')}: ${name}, ${email}`}
          className={className}
          href={`mailto:${encodeURIComponent(email)}${query({ subject: introduction?.subject, body: introduction?.text })}`}
        >
          <EmailText email={email} />
        </a>
      )}
    </div>
  );
}

/**
 * Message in place of a hidden contact: when the next contact opens if today's budget is spent, otherwise that some details are private.
 */
function NoContact() {
  const { t } = useTranslation();
  const formats = useFormats();
  const { contactOpensAt, contactNeeds } = use(ContactsLimited) ?? {};
  if (contactOpensAt === undefined) return <p className={page.soft}>{t('person.someHidden')}</p>;
  const sentence = contactNeeds === 'standing' ? 'contacts.needsStanding' : 'contacts.opensAt';
  return <p className={page.soft}>{t(sentence, { time: formats.dateTime(contactOpensAt) })}</p>;
}

export function isContactHidden({ email, phone }: Pick<ContactProps['person'], 'email' | 'phone'>): boolean {
  return email === HIDDEN || phone === HIDDEN;
}

/** Encodes subject and text as a link's query. Spaces become `%20`, which every mail program reads. */
function query(parts: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(parts).flatMap(([name, text]) =>
    text === undefined ? [] : [`${name}=${encodeURIComponent(text)}`],
  );
  return given.length === 0 ? '' : `?${given.join('&')}`;
}

function isOpen(detail: string | null | undefined): detail is string {
  return detail !== undefined && detail !== null && detail !== HIDDEN && detail !== '';
}
