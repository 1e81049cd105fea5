import type { Session } from '@mutual-transfer/domain/accounts/user';
import type { Prospects, ProspectsQuery } from '@mutual-transfer/domain/matching/prospects';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useNames } from '../../platform/i18n/names.ts';
import page from '../../ui/page.module.css';
import { prospectsQuery } from '../requests.queries.ts';
import { useProspectsWords } from './prospects-words.ts';

interface PlaceProspectsProps {
  readonly user: Session['user'];
  /** Form values of the question, empty until filled in. */
  readonly question: Readonly<Record<Exclude<keyof ProspectsQuery, 'district'>, string>>;
}

/** Shows the number of teachers that a wish for a district would match. */
export function PlaceProspects({ user, question }: PlaceProspectsProps) {
  const { desiredDistrict, subject, classRange } = question;
  const asked = { district: user.district ?? '', desiredDistrict, subject, classRange };
  const isWhole = Object.values(asked).every((value) => value !== '');
  const search = String(new URLSearchParams(asked));
  const { data } = useQuery({ ...prospectsQuery(search), enabled: isWhole });
  return (
    <p className={page.soft} role="status">
      {isWhole && data && <Told district={asked.district} prospects={data} wish={asked.desiredDistrict} />}
    </p>
  );
}

function Told({ prospects, district, wish }: { prospects: Prospects; district: string; wish: string }) {
  const { t } = useTranslation();
  const names = useNames();
  const { directSwaps, shortestRing } = useProspectsWords()(prospects);
  const places = { mine: names.district(district), wish: names.district(wish) };
  return (
    <>
      {t('home.directSwaps', places)}: {directSwaps} · {t('home.shortestRing')}: {shortestRing}
    </>
  );
}
