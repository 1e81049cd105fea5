import type { Person } from '@mutual-transfer/domain/user';
import { useNames } from '../../i18n/names.ts';
import card from '../../ui/card.module.css';
import classes from './admin.module.css';
import { Contact } from './contact.tsx';
import { Way } from './way.tsx';

/** One of two teachers, and what they are to the other. */
export function PairPerson({ person, role }: { person: Person; role: string }) {
  const names = useNames();
  return (
    <div className={classes.person}>
      <p className={card.soft}>{role}</p>
      <h3>{names.personal(person.name)}</h3>
      <Way {...person} />
      <p className={card.soft}>
        {names.subject(person.subject)} · {names.classLevel(person.classRange)} ·{' '}
        {names.personal(person.schoolName)}
      </p>
      <Contact email={person.email} phone={person.phone} />
    </div>
  );
}
