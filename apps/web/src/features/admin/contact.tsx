import classes from './admin.module.css';

interface ContactProps {
  readonly phone: string | null | undefined;
  readonly email: string | null | undefined;
}

const INDIA = '+91';

/** The ways to reach somebody, close together. */
export function Contact({ phone, email }: ContactProps) {
  return (
    <div className={classes.contact}>
      {phone && <a href={`tel:${INDIA}${encodeURIComponent(phone)}`}>{phone}</a>}
      {email && <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>}
    </div>
  );
}
