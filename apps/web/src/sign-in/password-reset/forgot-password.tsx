import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { usePasswordResetChannels, useSupportEmail } from '../../platform/api/support.queries.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { paths, resetByCodePath } from '../../platform/paths.ts';
import button from '../../ui/button.module.css';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import page from '../../ui/page.module.css';
import { loadChecks } from '../load-checks.ts';
import { mailDraft } from './mail-draft.ts';
import { stateWith } from './typed-identifier.ts';

interface ForgotPasswordProps {
  readonly email: string;
  readonly onWrongEmail: (sentence: string) => void;
}

/**
 * Offers the ways to a new password, first the one that fits what was typed: a code for a phone number, a link for an email address. If
 * neither can be sent, opens an email to the administrator at once, and shows how long that may take. Does not depend on whether an
 * account exists.
 */
export function ForgotPassword({ email, onWrongEmail }: ForgotPasswordProps) {
  const { t } = useTranslation();
  const [isDialogOpen, setDialogOpen] = useState(false);
  const [isForPhone, setForPhone] = useState(false);
  const { state } = useLocation();
  const supportEmail = useSupportEmail();
  const { sendsPasswordLinks, sendsPasswordCodes } = usePasswordResetChannels();
  const byCode = { to: resetByCodePath, text: t('login.resetByCode'), isOpen: sendsPasswordCodes };
  const byLink = { to: paths.reset, text: t('login.resetByLink'), isOpen: sendsPasswordLinks };
  const instant = (isForPhone ? [byCode, byLink] : [byLink, byCode]).filter(({ isOpen }) => isOpen);
  const next = stateWith(state, { identifier: email.trim(), isPhone: isForPhone });
  const draft = mailDraft(
    supportEmail,
    t('login.resetSubject'),
    t('login.resetBody', { email: email.trim() }),
  );
  const ask = async () => {
    if (email.trim() === '') return onWrongEmail(t('login.emailFirst'));
    const checks = await loadChecks().catch(() => undefined);
    if (checks?.isIdentifier(email) === false) return onWrongEmail(t('login.emailInvalid'));
    setForPhone(checks?.isPhone(email) ?? false);
    setDialogOpen(true);
    if (instant.length === 0) window.location.assign(draft);
  };
  return (
    <>
      <Button className={button.flush} kind="quiet" onClick={() => void ask()}>
        {t('login.forgot')}
      </Button>
      {isDialogOpen && (
        <Dialog onClose={() => setDialogOpen(false)} title={t('login.resetTitle')}>
          <div className={page.stack}>
            {instant.map(({ to, text }, index) => (
              <Link className={index === 0 ? button.main : button.soft} key={to} state={next} to={to}>
                {text}
              </Link>
            ))}
            <p>{t(instant.length > 0 ? 'login.resetLate' : 'login.resetText')}</p>
            <p className={page.soft}>{t('login.resetAddress', { address: supportEmail })}</p>
            <a className={instant.length > 0 ? button.soft : button.main} href={draft}>
              {t('login.resetOpen')}
            </a>
          </div>
        </Dialog>
      )}
    </>
  );
}
