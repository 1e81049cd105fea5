import { useState } from 'react';
import { Link } from 'react-router';
import { usePasswordResetChannels, useSupportEmail } from '../platform/api/use-support-email.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { paths, resetByCodePath } from '../platform/paths.ts';
import button from '../ui/button.module.css';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import page from '../ui/page.module.css';
import { loadChecks } from './load-checks.ts';
import { mailDraft } from './mail-draft.ts';

interface ForgotPasswordProps {
  readonly email: string;
  readonly onWrongEmail: (sentence: string) => void;
}

/** Opens an email to the administrator, who alone can set a new password, and shows how long that may take. */
export function ForgotPassword({ email, onWrongEmail }: ForgotPasswordProps) {
  const { t } = useTranslation();
  const [isTold, setTold] = useState(false);
  const supportEmail = useSupportEmail();
  const { sendsPasswordLinks, sendsPasswordCodes } = usePasswordResetChannels();
  const draft = mailDraft(
    supportEmail,
    t('login.resetSubject'),
    t('login.resetBody', { email: email.trim() }),
  );
  const ask = async () => {
    if (email.trim() === '') return onWrongEmail(t('login.emailFirst'));
    const checks = await loadChecks().catch(() => undefined);
    if (checks?.isEmail(email) === false) return onWrongEmail(t('login.emailInvalid'));
    setTold(true);
    window.location.assign(draft);
  };
  return (
    <>
      <Button className={button.flush} kind="quiet" onClick={() => void ask()}>
        {t('login.forgot')}
      </Button>
      {isTold && (
        <Dialog onClose={() => setTold(false)} title={t('login.resetTitle')}>
          <div className={page.stack}>
            {sendsPasswordCodes && (
              <Link className={button.main} to={resetByCodePath}>
                {t('login.resetByCode')}
              </Link>
            )}
            {sendsPasswordLinks && (
              <Link className={sendsPasswordCodes ? button.soft : button.main} to={paths.reset}>
                {t('login.resetByLink')}
              </Link>
            )}
            <p>{t('login.resetText')}</p>
            <p className={page.soft}>{t('login.resetAddress', { address: supportEmail })}</p>
            <a className={sendsPasswordCodes || sendsPasswordLinks ? button.soft : button.main} href={draft}>
              {t('login.resetOpen')}
            </a>
          </div>
        </Dialog>
      )}
    </>
  );
}
