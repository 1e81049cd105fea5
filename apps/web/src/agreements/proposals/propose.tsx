import type { Agreement } from '@mutual-transfer/domain/agreements/agreement';
import { HIDDEN } from '@mutual-transfer/domain/constants';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ConfirmAction } from '../../form/confirm-action.tsx';
import { callApi } from '../../platform/api/client.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats, useNames } from '../../platform/i18n/names.ts';
import { agreementPath } from '../../platform/paths.ts';
import { useSession } from '../../platform/session/session.ts';
import button from '../../ui/button.module.css';
import { Button } from '../../ui/button.tsx';
import { CloseButton, Dialog } from '../../ui/dialogs/dialog.tsx';
import page from '../../ui/page.module.css';
import { refreshAgreements, waitingAgreementsQuery } from '../agreements.queries.ts';
import { useNameOrPlace } from '../use-name-or-place.ts';
import { useClosedWindow } from '../window-note.tsx';
import type { ProposedSwap } from './proposed-swap.ts';

interface ProposeProps {
  readonly swap: ProposedSwap;
  readonly kind?: 'main' | 'soft';
}

/** Button that proposes a swap, or a link to the proposal if another member has proposed it to the viewer. */
export function Propose({ swap, kind = 'soft' }: ProposeProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const nameOrPlace = useNameOrPlace();
  const waiting = useWaitingProposal(swap);
  const name = formats.list(swap.others.map(nameOrPlace));
  if (waiting === undefined) return <ProposeButton kind={kind} name={name} swap={swap} />;
  return (
    <Link
      aria-label={`${t('agreements.answerNow')}: ${name}`}
      className={button[kind]}
      to={agreementPath(waiting._id)}
    >
      {t('agreements.answerNow')}
    </Link>
  );
}

/** Returns the open proposal of exactly this swap that awaits the viewer's answer. Reads the cache that the badge in the frame fills. */
function useWaitingProposal({ requests }: ProposedSwap): Agreement | undefined {
  const userId = useSession()?.user._id ?? '';
  const { data } = useQuery({ ...waitingAgreementsQuery(userId), enabled: false });
  return data?.agreements.find(
    ({ members }) =>
      members.length === requests.length &&
      members.every(({ requestId }, seat) => requestId === requests[seat]),
  );
}

function ProposeButton({ swap, kind, name }: Required<ProposeProps> & { readonly name: string }) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button aria-label={`${t('agreements.propose')}: ${name}`} kind={kind} onClick={() => setAsking(true)}>
        {t('agreements.propose')}
      </Button>
      {isAsking && <Asking onClose={() => setAsking(false)} swap={swap} />}
    </>
  );
}

interface AskingProps {
  readonly swap: ProposedSwap;
  readonly onClose: () => void;
}

/** Dialog that confirms the moves, the visible contact details and the deadline, or explains why no proposal is possible now. */
function Asking({ swap, onClose }: AskingProps) {
  const { t } = useTranslation();
  const closed = useClosedWindow();
  if (closed === undefined) return <ConfirmProposal onClose={onClose} swap={swap} />;
  return (
    <Dialog onClose={onClose} title={t('agreements.propose')}>
      <div className={page.stack}>
        <p>{closed}</p>
        <CloseButton isLocked={false}>{t('agreements.cancel')}</CloseButton>
      </div>
    </Dialog>
  );
}

/** Proposes the swap after a confirmation, then navigates to the page of the proposal. */
function ConfirmProposal({ swap, onClose }: AskingProps) {
  const { t } = useTranslation();
  const movesOf = useMoves();
  const client = useQueryClient();
  const navigate = useNavigate();
  return (
    <ConfirmAction
      act={() => callApi<Agreement>('/agreements', { method: 'POST', body: { requests: swap.requests } })}
      isHarmless
      onClose={onClose}
      onDone={(agreement) => {
        refreshAgreements(client);
        return navigate(agreementPath(agreement._id));
      }}
      text={movesOf(swap)}
      texts={{
        confirm: t('agreements.proposeNow'),
        cancel: t('agreements.cancel'),
        failed: t('agreements.failed'),
      }}
      title={t('agreements.propose')}
    >
      <ul className={page.near}>
        <li>{t('agreements.proposeOpens')}</li>
        <li>{t('agreements.proposeBy')}</li>
      </ul>
    </ConfirmAction>
  );
}

/** Returns a function for the sentence of a proposal: "X, place ↔ you, place", or the length of the ring and the viewer's move. */
function useMoves(): (swap: ProposedSwap) => string {
  const { t } = useTranslation();
  const names = useNames();
  const formats = useFormats();
  const nameOrPlace = useNameOrPlace();
  const user = useSession()?.user;
  return ({ others, from = user }) => {
    const [first] = others;
    if (first === undefined) return '';
    const place = names.place(first.district, first.postingBlock);
    if (others.length > 1) {
      const whom = {
        number: formats.number(others.length + 1),
        names: formats.list(others.map(nameOrPlace)),
      };
      return t('agreements.proposeRing', { ...whom, place });
    }
    const mine = names.place(from?.district ?? '', from?.postingBlock ?? '');
    if (first.name === HIDDEN) return t('agreements.proposeHidden', { place, mine });
    return t('agreements.proposePair', { name: first.name, place, mine });
  };
}
