import type { Person } from '@mutual-transfer/domain/accounts/user';
import { useNames } from '../../platform/i18n/names.ts';
import { Contact } from '../../ui/contact.tsx';
import page from '../../ui/page.module.css';
import { MoveLine } from '../move-line.tsx';

/** One teacher of a pair, with their role in it. */
export function PairPerson({ person, role }: { person: Person; role: string }) {
  const names = useNames();
  return (
    <div>
      <p className={page.soft}>{role}</p>
      <h3>{names.personal(person.name)}</h3>
      <MoveLine {...person} />
      <p className={page.soft}>
        {names.subject(person.subject)} · {names.classLevel(person.classRange)} ·{' '}
        {names.personal(person.schoolName)}
      </p>
      <Contact isCompact person={person} />
    </div>
  );
}
