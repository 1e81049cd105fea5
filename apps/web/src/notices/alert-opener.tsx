import type { Person } from '@mutual-transfer/domain/accounts/user';
import { IconBell } from '@tabler/icons-react';
import { startTransition, useRef, useState } from 'react';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useNames } from '../platform/i18n/names.ts';
import { useSession } from '../platform/session.ts';
import { Button } from '../ui/button.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import page from '../ui/page.module.css';
import classes from './alert-form.module.css';
import type { Outcome } from './alert-form.tsx';

/** Subject and first lines of an email to another teacher. */
interface Introduction {
  subject: string;
  text: string;
}

/**
 * Returns a formatter of the first lines of an email: the user's name, subject, place of work and desired place. The lines are `undefined`
 * for users without a posting.
 */
export function useIntroduction(): (
  to: Pick<Person, 'district' | 'postingBlock'>,
) => Introduction | undefined {
  const { t } = useTranslation();
  const names = useNames();
  const me = useSession()?.user;
  return (to) => {
    if (!me?.district || !me.postingBlock || !me.subject || !me.classRange) return undefined;
    const values = {
      name: me.name,
      subject: names.subject(me.subject),
      classes: me.classRange,
      from: names.place(me.district, me.postingBlock),
      to: names.place(to.district, to.postingBlock),
    };
    return { subject: t('letter.subject', values), text: t('letter.text', values) };
  };
}

// Loaded late, because it imports the forms, which pages with this button do not need otherwise.
const AlertForm = lazyPart(() => import('./alert-form.tsx'));

interface AlertOpenerProps {
  recipientId: string;
  name: string;
  /** True if the form answers an alert of this teacher. */
  isAnswer?: boolean;
}

type Stage = 'closed' | 'open' | Outcome;

/** Button that opens the alert form in its place, and confirms that the alert was sent. */
export function AlertOpener({ recipientId, name, isAnswer = false }: AlertOpenerProps) {
  const { t } = useTranslation();
  const [stage, setStage] = useState<Stage>('closed');
  const shouldFocus = useRef(false);
  const label = t(isAnswer ? 'alerts.answer' : 'alerts.send');
  // Keeps the button until the form is loaded.
  const open = () => startTransition(() => setStage('open'));
  const leave = (next: 'closed' | Outcome) => {
    shouldFocus.current = true;
    setStage(next);
  };
  const focusOnReturn = (opener: HTMLButtonElement | null) => {
    if (!shouldFocus.current) return;
    shouldFocus.current = false;
    opener?.focus();
  };
  return (
    <div className={`${page.tight} ${classes.alert}`}>
      {stage === 'open' ? (
        <AlertForm name={name} onCancel={() => leave('closed')} onSent={leave} recipientId={recipientId} />
      ) : (
        <Button aria-label={`${label}: ${name}`} className={page.start} onClick={open} ref={focusOnReturn}>
          <IconBell aria-hidden="true" size={18} />
          {label}
        </Button>
      )}
      <p className={page.done} role="status">
        {stage !== 'closed' && stage !== 'open' && t(`alerts.${stage}`)}
      </p>
    </div>
  );
}
