import classes from './contact-links.module.css';

interface ContactLinksProps {
  readonly name: string;
  readonly email: string | undefined;
  readonly phone: string | undefined;
  readonly texts: { email: string; call: string; whatsapp: string; hidden: string };
}

const HIDDEN = 'Hidden';
const INDIA = '91';

/** The ways to reach somebody, as far as they let one; absent details show nothing. */
export function ContactLinks({ name, email, phone, texts }: ContactLinksProps) {
  const openEmail = email !== undefined && email !== HIDDEN && email !== '';
  const openPhone = phone !== undefined && phone !== HIDDEN && phone !== '';
  if (email === undefined && phone === undefined) return null;
  if (!openEmail && !openPhone) return <p className={classes.hidden}>{texts.hidden}</p>;
  return (
    <div className={classes.links}>
      {openPhone && (
        <a aria-label={`${texts.call}: ${name}`} href={`tel:+${INDIA}${encodeURIComponent(phone)}`}>
          {phone}
        </a>
      )}
      {openPhone && (
        <a
          aria-label={`${texts.whatsapp}: ${name}`}
          href={`https://wa.me/${INDIA}${encodeURIComponent(phone)}`}
          rel="noreferrer"
          target="_blank"
        >
          {texts.whatsapp}
        </a>
      )}
      {openEmail && (
        <a aria-label={`${texts.email}: ${name}`} href={`mailto:${encodeURIComponent(email)}`}>
          {email}
        </a>
      )}
    </div>
  );
}
