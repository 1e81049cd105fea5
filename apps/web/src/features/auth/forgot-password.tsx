import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ADMINISTRATOR_EMAIL } from '@mutual-transfer/domain/constants';
import { email as emailSchema } from '@mutual-transfer/domain/credentials';
import { useTranslation } from '../../i18n/language.tsx';
import classes from './auth.module.css';
import { mailDraft } from './mail-draft.ts';

interface ForgotPasswordProps {
  readonly email: string;
  readonly onWrongEmail: (sentence: string) => void;
}

/** Opens a mail to the administrator, who alone can give a new password, and says how long that may take. */
export function ForgotPassword({ email, onWrongEmail }: ForgotPasswordProps) {
  const { t } = useTranslation();
  const [isTold, told] = useDisclosure(false);
  const draft = mailDraft(
    ADMINISTRATOR_EMAIL,
    t('login.resetSubject'),
    t('login.resetBody', { email: email.trim() }),
  );
  const ask = () => {
    if (email.trim() === '') return onWrongEmail(t('login.emailFirst'));
    if (!emailSchema.safeParse(email).success) return onWrongEmail(t('login.emailInvalid'));
    told.open();
    window.location.assign(draft);
  };
  return (
    <>
      <Button className={classes.forgot} onClick={ask} size="compact-md" variant="transparent">
        {t('login.forgot')}
      </Button>
      <Modal
        centered
        classNames={{ title: classes.dialogTitle ?? '' }}
        closeButtonProps={{ 'aria-label': t('common.close'), size: 44 }}
        onClose={told.close}
        opened={isTold}
        title={t('login.resetTitle')}
      >
        <div className={classes.reset}>
          <p>{t('login.resetText')}</p>
          <p className={classes.soft}>{t('login.resetAddress', { address: ADMINISTRATOR_EMAIL })}</p>
          <Button component="a" fullWidth href={draft}>
            {t('login.resetOpen')}
          </Button>
        </div>
      </Modal>
    </>
  );
}
