import type { Person } from '@mutual-transfer/domain/accounts/user';
import { useNames } from '../../platform/i18n/names.ts';
import { Contact } from '../../ui/contact.tsx';
import page from '../../ui/page.module.css';
import { PersonLink } from '../list/person-link.tsx';
import { MoveLine } from '../move-line.tsx';

export function PairPerson({ person }: { person: Person }) {
  const names = useNames();
  return (
    <div className={page.tight}>
      <p>
        <PersonLink person={{ _id: person._id ?? '', name: names.personal(person.name) }} />
      </p>
      <MoveLine {...person} />
      <p className={page.soft}>
        {names.subject(person.subject)} · {names.classLevel(person.classRange)} ·{' '}
        {names.personal(person.schoolName)}
      </p>
      <Contact isCompact person={person} />
    </div>
  );
}
