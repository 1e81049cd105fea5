import type { Session } from '@mutual-transfer/domain/accounts/user';
import type { Prospects, ProspectsQuery } from '@mutual-transfer/domain/matching/prospects';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats, useNames } from '../../platform/i18n/names.ts';
import page from '../../ui/page.module.css';
import { prospectsQuery } from '../requests.queries.ts';

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
      {isWhole && data && <ProspectsSentences prospects={data} wish={asked.desiredDistrict} />}
    </p>
  );
}

/**
 * Two sentences about direct swaps and the shortest ring. The counts are per district, so they are bounds for a block: it has at most as
 * many teachers, and its shortest ring has at least as many members.
 */
function ProspectsSentences({ prospects, wish: district }: { prospects: Prospects; wish: string }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const names = useNames();
  const { directSwaps, shortestRing } = prospects;
  const wish = names.district(district);
  const swaps =
    directSwaps === null
      ? t('request.swapsFew', { wish })
      : t('request.swapsAtMost', { wish, number: number(directSwaps) });
  const ring =
    shortestRing === null ? t('request.noRing') : t('request.ringOf', { number: number(shortestRing) });
  return `${swaps} ${ring}`;
}
