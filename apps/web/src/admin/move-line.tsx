import { useTranslation } from '../platform/i18n/language.tsx';
import { useNames } from '../platform/i18n/names.ts';
import { RouteLine } from '../ui/route-line.tsx';

interface MoveLineProps {
  readonly district: string | null;
  readonly postingBlock: string | null;
  readonly desiredDistrict: string | null;
  readonly desiredBlock: string | null;
}

/** Shows a teacher's place of work and wished place. Administrators have neither. */
export function MoveLine({ district, postingBlock, desiredDistrict, desiredBlock }: MoveLineProps) {
  const { t } = useTranslation();
  const names = useNames();
  if (!district || !postingBlock || !desiredDistrict || !desiredBlock) return null;
  return (
    <RouteLine
      from={names.place(district, postingBlock)}
      fromLabel={t('person.works')}
      to={names.place(desiredDistrict, desiredBlock)}
      toLabel={t('person.wants')}
    />
  );
}
