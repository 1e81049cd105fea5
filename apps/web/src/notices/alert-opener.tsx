import type { Person } from '@mutual-transfer/domain/accounts/user';
import type { RingMember } from '@mutual-transfer/domain/matching/ring';
import { ANY_BLOCK } from '@mutual-transfer/domain/reference/place-words';
import { searchedRequests } from '@mutual-transfer/domain/requests/searched-requests';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { IconBell } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { startTransition, useRef, useState } from 'react';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
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

interface Recipient extends Pick<Person, 'district' | 'postingBlock'> {
  /** The user's request that the teacher fits. */
  requestId?: string | undefined;
}

/** What a ring that both are in would bring. */
interface Moves {
  length: number;
  mine: RingMember['movesTo'];
  theirs: RingMember['movesTo'];
}

/**
 * Returns a formatter of the first lines of an email: the user's name, subject, place of work and own wish. If the other teacher works there,
 * or both are in a ring, the lines say so. They are `undefined` for users without a posting or a wish.
 */
export function useIntroduction(): (to: Recipient, ring?: Moves) => Introduction | undefined {
  const { t } = useTranslation();
  const names = useNames();
  const formats = useFormats();
  const me = useSession()?.user;
  const wishes = useOwnWishes();
  return (to, ring) => {
    const accepting = wishes.find((wish) => accepts(wish, to));
    const wish = accepting ?? wishes.find(({ _id }) => _id === to.requestId) ?? wishes[0];
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
    if (ring) {
      const moves = {
        ...values,
        to: names.place(ring.mine.district, ring.mine.block),
        theirNext: names.place(ring.theirs.district, ring.theirs.block),
        length: formats.number(ring.length),
      };
      return {
        subject: t('letter.subject', moves),
        text: t('letter.ring', moves),
      };
    }
    return {
      subject: t('letter.subject', values),
      text: t(accepting ? 'letter.text' : 'letter.elsewhere', values),
    };
  };
}

type Wish = Pick<TransferRequest, 'desiredDistrict' | 'desiredBlock'> & { _id?: string };

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
