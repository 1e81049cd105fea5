import type { Person } from '@mutual-transfer/domain/accounts/user';
import { ANY_BLOCK } from '@mutual-transfer/domain/reference/place-words';
import { searchedRequests } from '@mutual-transfer/domain/requests/searched-requests';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { IconBell } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { startTransition, useRef, useState } from 'react';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useNames } from '../platform/i18n/names.ts';
import { loadedOwnRequests } from '../platform/own-requests.ts';
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
 * Returns a formatter of the first lines of an email: the user's name, subject, place of work and own wish. If the other teacher works there,
 * the lines say so. They are `undefined` for users without a posting or a wish.
 */
export function useIntroduction(): (
  to: Pick<Person, 'district' | 'postingBlock'>,
) => Introduction | undefined {
  const { t } = useTranslation();
  const names = useNames();
  const me = useSession()?.user;
  const wishes = useOwnWishes();
  return (to) => {
    const accepting = wishes.find((wish) => accepts(wish, to));
    const wish = accepting ?? wishes[0];
    if (!me?.district || !me.postingBlock || !me.subject || !me.classRange || !wish) return undefined;
    const theirs = names.place(to.district, to.postingBlock);
    const values = {
      name: me.name,
      subject: names.subject(me.subject),
      classes: me.classRange,
      from: names.place(me.district, me.postingBlock),
      to: accepting ? theirs : names.placeInSentence(wish.desiredDistrict, wish.desiredBlock),
      theirs,
    };
    return {
      subject: t('letter.subject', values),
      text: t(accepting ? 'letter.text' : 'letter.elsewhere', values),
    };
  };
}

type Wish = Pick<TransferRequest, 'desiredDistrict' | 'desiredBlock'>;

function accepts({ desiredDistrict, desiredBlock }: Wish, place: Pick<Person, 'district' | 'postingBlock'>) {
  return (
    desiredDistrict === place.district && (desiredBlock === ANY_BLOCK || desiredBlock === place.postingBlock)
  );
}

/** Returns the wishes of the user's active requests as far as they are loaded, otherwise the wish given at registration. */
function useOwnWishes(): readonly Wish[] {
  const client = useQueryClient();
  const me = useSession()?.user;
  const active = searchedRequests(loadedOwnRequests(client));
  if (active.length > 0) return active;
  const { desiredDistrict, desiredBlock } = me ?? {};
  return desiredDistrict && desiredBlock ? [{ desiredDistrict, desiredBlock }] : [];
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
