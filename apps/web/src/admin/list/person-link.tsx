import { Link } from 'react-router';
import { useNames } from '../../platform/i18n/names.ts';
import { personSearch } from '../sections/admin-address.ts';
import { useListOrigin } from '../sections/list-origin.ts';

interface PersonLinkProps {
  readonly person: {
    readonly _id: string;
    readonly name: string;
    /** `true` if the teacher is outside the administrator's districts, so that the administrator cannot open the page. */
    readonly isElsewhere?: boolean | undefined;
  };
}

/** Name of a teacher, linked to their page. */
export function PersonLink({ person }: PersonLinkProps) {
  const { personal } = useNames();
  const origin = useListOrigin();
  if (person.isElsewhere === true) return personal(person.name);
  return (
    <Link state={origin} to={{ search: personSearch(person._id) }}>
      {person.name}
    </Link>
  );
}
