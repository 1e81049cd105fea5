import { ActionIcon, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from '../i18n/language.tsx';
import classes from './header.module.css';

/** Light or dark. Which one shows is known to CSS alone, so that the server's page fits both. */
export function ColorSchemeSwitch() {
  const { t } = useTranslation();
  const { setColorScheme } = useMantineColorScheme();
  return (
    <>
      <ActionIcon
        aria-label={t('frame.dark')}
        className={classes.whenLight}
        color="gray"
        onClick={() => setColorScheme('dark')}
        variant="subtle"
      >
        <IconMoon size={20} />
      </ActionIcon>
      <ActionIcon
        aria-label={t('frame.light')}
        className={classes.whenDark}
        color="gray"
        onClick={() => setColorScheme('light')}
        variant="subtle"
      >
        <IconSun size={20} />
      </ActionIcon>
    </>
  );
}
