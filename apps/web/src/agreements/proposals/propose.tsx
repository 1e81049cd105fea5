import type { Agreement } from '@mutual-transfer/domain/agreements/agreement';
import { HIDDEN } from '@mutual-transfer/domain/constants';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ApiError, callApi } from '../../platform/api/client.ts';
import { useErrorText } from '../../platform/api/error-text.ts';
import { useAction } from '../../platform/api/use-action.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats, useNames } from '../../platform/i18n/names.ts';
import { agreementPath } from '../../platform/paths.ts';
import { useSession } from '../../platform/session/session.ts';
import { useLacksCategory } from '../../platform/session/use-lacks-category.ts';
import button from '../../ui/button.module.css';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { CloseButton, Dialog } from '../../ui/dialogs/dialog.tsx';
import page from '../../ui/page.module.css';
import { refreshAgreements, rulesTodayQuery } from '../agreements.queries.ts';
import { useNameOrPlace } from '../use-name-or-place.ts';
import { useClosedWindow } from '../window-note.tsx';
import { type OpenProposal, proposalOf, useOpenProposals } from './open-proposals.ts';
import type { ProposedSwap } from './proposed-swap.ts';

interface ProposeProps {
  readonly swap: ProposedSwap;
  readonly kind?: 'main' | 'soft';
}

/** Button that proposes a swap, or a link to the open proposal of this swap. */
export function Propose({ swap, kind = 'soft' }: ProposeProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const nameOrPlace = useNameOrPlace();
  const open = proposalOf(useOpenProposals(), swap.requests);
  const [isAsking, setAsking] = useState(false);
  const name = formats.list(swap.others.map(nameOrPlace));
  return (
    <>
      {open && !isAsking ? (
        <ProposalLink kind={kind} name={name} proposal={open} />
      ) : (
        <Button
          aria-label={`${t('agreements.propose')}: ${name}`}
          kind={kind}
          onClick={() => setAsking(true)}
        >
          {t('agreements.propose')}
        </Button>
      )}
      {isAsking && <Asking onClose={() => setAsking(false)} open={open} swap={swap} />}
    </>
  );
}

interface ProposalLinkProps extends Required<Pick<ProposeProps, 'kind'>> {
  readonly proposal: OpenProposal;
  /** Names of the other teachers. */
  readonly name: string;
}

function ProposalLink({ proposal: { _id, isWaiting }, kind, name }: ProposalLinkProps) {
  const { t } = useTranslation();
  const text = t(isWaiting ? 'agreements.answerNow' : 'agreements.see');
  return (
    <Link aria-label={`${text}: ${name}`} className={button[kind]} to={agreementPath(_id)}>
      {text}
    </Link>
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
  readonly swap: ProposedSwap;
  /** Open proposal of this swap, if there is one. */
  readonly open: OpenProposal | undefined;
  readonly onClose: () => void;
}

/**
 * Dialog that confirms the moves, the contact details that become visible, and the deadline, then navigates to the page of the proposal. Or
 * explains why the proposal is not possible now.
 */
function Asking({ swap, open, onClose }: AskingProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const movesOf = useMoves();
  const closed = useClosedWindow();
  const needsCategory = useNeedsCategory();
  const { run, error, isBusy } = useProposing(swap);
  const title = t('agreements.propose');
  if (closed !== undefined) return <Impossible onClose={onClose} text={closed} title={title} />;
  const failure = error === null ? undefined : errorText(error, t('agreements.failed'));
  if (open && failure !== undefined && error instanceof ApiError && error.code === 'proposal_exists') {
    return (
      <Impossible onClose={onClose} text={failure} title={title}>
        <Link className={button.main} to={agreementPath(open._id)}>
          {t('agreements.see')}
        </Link>
      </Impossible>
    );
  }
  return (
    <ConfirmDialog
      failure={failure}
      isBusy={isBusy}
      isHarmless
      onClose={onClose}
      onConfirm={() => run(undefined)}
      text={movesOf(swap)}
      texts={{ confirm: t('agreements.proposeNow'), cancel: t('agreements.cancel') }}
      title={title}
    >
      <ul className={page.near}>
        <li>{t('agreements.proposeOpens')}</li>
        <li>{t('agreements.proposeBy')}</li>
        {needsCategory && <li>{t('register.categoryHint')}</li>}
      </ul>
    </ConfirmDialog>
  );
}

/** Returns true if the rules allow swaps within one category only and the viewer has not stated theirs. */
function useNeedsCategory(): boolean {
  const { data } = useQuery(rulesTodayQuery());
  return useLacksCategory() && (data?.rules.mustBeEqual.includes('category') ?? false);
}

/** Returns the mutation that proposes a swap. A refusal may mean that the loaded proposals are outdated. */
function useProposing({ requests }: ProposedSwap) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useAction(
    () => callApi<Agreement>('/agreements', { method: 'POST', body: { requests } }),
    (agreement) => {
      refreshAgreements(client);
      return navigate(agreementPath(agreement._id));
    },
    () => refreshAgreements(client),
  );
}

interface ImpossibleProps {
  readonly title: string;
  readonly text: string;
  readonly onClose: () => void;
  /** Next step beside the button that closes the dialog. */
  readonly children?: ReactNode;
}

function Impossible({ title, text, onClose, children }: ImpossibleProps) {
  const { t } = useTranslation();
  return (
    <Dialog onClose={onClose} title={title}>
      <div className={page.stack}>
        <p role="alert">{text}</p>
        <div className={page.buttons}>
          <CloseButton isLocked={false}>{t('agreements.cancel')}</CloseButton>
          {children}
        </div>
      </div>
    </Dialog>
  );
}
