import { Link } from 'react-router';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useNames } from '../platform/i18n/names.ts';
import page from '../ui/page.module.css';
import { RouteLine } from '../ui/route-line.tsx';
import { useListOrigin } from './section.tsx';
import { personSearch } from './sections.ts';

interface LinkedPerson {
  _id: string;
  name: string;
  /** `true` if the teacher is outside the administrator's districts, so that the administrator cannot open the page. */
  isElsewhere?: boolean | undefined;
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

/** Name of a teacher who is counted here, and is posted elsewhere by now. */
export function MovedTeacher({ person }: { person: LinkedPerson }) {
  const { t } = useTranslation();
  return (
    <>
      <PersonLink person={person} />
      <span className={page.soft}>{t('admin.postedElsewhere')}</span>
    </>
  );
}

interface MoveLineProps {
  district: string | null;
  postingBlock: string | null;
  desiredDistrict: string | null;
  desiredBlock: string | null;
}

/** Shows a teacher's place of work and wished place. Administrators have neither. */
export function MoveLine({ district, postingBlock, desiredDistrict, desiredBlock }: MoveLineProps) {
  const { t } = useTranslation();
  const names = useNames();
  if (!district || !postingBlock || !desiredDistrict || !desiredBlock) return null;
  const from = names.place(district, postingBlock);
  const to = names.place(desiredDistrict, desiredBlock);
  // A teacher who has joined may still have the wish that came true.
  if (from === to) return <p>{`${t('person.works')}: ${from}`}</p>;
  return <RouteLine from={from} fromLabel={t('person.works')} to={to} toLabel={t('person.wants')} />;
}
