import { Button, Modal } from '@mantine/core';
import { Link } from 'react-router';
import { useTranslation } from '../../i18n/language.tsx';
import { paths } from '../../paths.ts';
import classes from './browse.module.css';

/** Create an account, sign in, or go on browsing. */
export default function SignUpDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      centered
      closeButtonProps={{ 'aria-label': t('common.close'), size: 'lg' }}
      onClose={onClose}
      opened
      radius="lg"
      title={t('popup.title')}
    >
      <div className={classes.popup}>
        <p>{t('popup.text')}</p>
        <Button component={Link} onClick={onClose} to={paths.register}>
          {t('popup.create')}
        </Button>
        <Button component={Link} onClick={onClose} to={paths.login} variant="light">
          {t('popup.signIn')}
        </Button>
        <Button onClick={onClose} variant="subtle">
          {t('popup.continue')}
        </Button>
      </div>
    </Modal>
  );
}
