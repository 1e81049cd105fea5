import { Link } from 'react-router';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useNames } from '../../platform/i18n/names.ts';
import { useListOrigin } from '../sections/list-origin.ts';
import { personSearch } from '../sections/sections.ts';

interface LinkedPerson {
  readonly _id: string;
  readonly name: string;
  /** `true` if the teacher is outside the administrator's districts, so that the administrator cannot open the page. */
  readonly isElsewhere?: boolean | undefined;
}

/** Name of a teacher, linked to their page. `null` for a member whose account is erased. */
export function PersonLink({ person }: { person: LinkedPerson | null }) {
  const { t } = useTranslation();
  const { personal } = useNames();
  const origin = useListOrigin();
  if (person === null) return t('agreements.gone');
  if (person.isElsewhere === true) return personal(person.name);
  return (
    <Link state={origin} to={{ search: personSearch(person._id) }}>
      {person.name}
    </Link>
  );
}
