import { IconLayoutList } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from '../i18n/language.tsx';
import { chooseDensity, currentDensity, onDensity } from './density.ts';
import classes from './density-switch.module.css';

/** Shows more requests at once, each with less of it; kept in this browser. */
export function DensitySwitch() {
  const { t } = useTranslation();
  const density = useSyncExternalStore(onDensity, currentDensity, () => 'roomy');
  const isCompact = density === 'compact';
  return (
    <button
      aria-pressed={isCompact}
      className={classes.switch}
      onClick={() => chooseDensity(isCompact ? 'roomy' : 'compact')}
      type="button"
    >
      <IconLayoutList aria-hidden="true" size={20} />
      {t('browse.compact')}
    </button>
  );
}
