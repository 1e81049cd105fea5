import type { Agreement } from '@mutual-transfer/domain/agreements/agreement';
import { HIDDEN } from '@mutual-transfer/domain/constants';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { callApi } from '../../platform/api/client.ts';
import { useErrorText } from '../../platform/api/error-text.ts';
import { useAction } from '../../platform/api/use-action.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats, useNames } from '../../platform/i18n/names.ts';
import { agreementPath } from '../../platform/paths.ts';
import { useSession } from '../../platform/session/session.ts';
import button from '../../ui/button.module.css';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
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

/**
 * Button that opens a confirmation with the moves, the contact details that become visible, and the deadline. Then navigates to the page of
 * the proposal.
 */
function ProposeButton({ swap, kind, name }: Required<ProposeProps> & { readonly name: string }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const movesOf = useMoves();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const proposing = useAction(
    () => callApi<Agreement>('/agreements', { method: 'POST', body: { requests: swap.requests } }),
    (agreement) => {
      refreshAgreements(client);
      return navigate(agreementPath(agreement._id));
    },
  );
  const failure = proposing.error === null ? undefined : errorText(proposing.error, t('agreements.failed'));
  const close = () => {
    proposing.reset();
    setAsking(false);
  };
  return (
    <>
      <Button aria-label={`${t('agreements.propose')}: ${name}`} kind={kind} onClick={() => setAsking(true)}>
        {t('agreements.propose')}
      </Button>
      {isAsking && (
        <Asking
          failure={failure}
          isBusy={proposing.isBusy}
          onClose={close}
          onConfirm={() => proposing.run(undefined)}
          text={movesOf(swap)}
        />
      )}
    </>
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

interface AskingProps {
  readonly text: string;
  readonly failure: string | undefined;
  readonly isBusy: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Dialog that confirms the proposal, or explains why it is not possible now. */
function Asking(props: AskingProps) {
  const { t } = useTranslation();
  const closed = useClosedWindow();
  const title = t('agreements.propose');
  if (closed !== undefined) {
    return (
      <Dialog onClose={props.onClose} title={title}>
        <div className={page.stack}>
          <p>{closed}</p>
          <CloseButton isLocked={false}>{t('agreements.cancel')}</CloseButton>
        </div>
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      isHarmless
      texts={{ confirm: t('agreements.proposeNow'), cancel: t('agreements.cancel') }}
      title={title}
      {...props}
    >
      <ul className={page.near}>
        <li>{t('agreements.proposeOpens')}</li>
        <li>{t('agreements.proposeBy')}</li>
      </ul>
    </ConfirmDialog>
  );
}
