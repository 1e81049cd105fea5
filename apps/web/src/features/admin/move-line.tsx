import { IconArrowNarrowRight } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/language.tsx';
import { useNames } from '../../i18n/names.ts';
import classes from './admin.module.css';

interface MoveLineProps {
  readonly district: string | null;
  readonly postingBlock: string | null;
  readonly desiredDistrict: string | null;
  readonly desiredBlock: string | null;
}

/** Where a teacher works and wants to go, in two lines. An administrator has neither. */
export function MoveLine({ district, postingBlock, desiredDistrict, desiredBlock }: MoveLineProps) {
  const { t } = useTranslation();
  const names = useNames();
  if (!district || !postingBlock || !desiredDistrict || !desiredBlock) return null;
  return (
    <div className={classes.move}>
      <p>
        <span className="visually-hidden">{t('person.works')} </span>
        {names.place(district, postingBlock)}
      </p>
      <p className={classes.wish}>
        <IconArrowNarrowRight aria-hidden="true" size={18} />
        <span>
          <span className="visually-hidden">{t('person.wants')} </span>
          {names.place(desiredDistrict, desiredBlock)}
        </span>
      </p>
    </div>
  );
}
