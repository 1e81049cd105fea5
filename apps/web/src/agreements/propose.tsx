import type { Agreement } from '@mutual-transfer/domain/agreements/agreement';
import { HIDDEN } from '@mutual-transfer/domain/constants';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ConfirmAction } from '../form/dialogs.tsx';
import { ApiError, callApi } from '../platform/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import { loadedOwnRequests } from '../platform/own-requests.ts';
import { agreementPath } from '../platform/paths.ts';
import { useLacksCategory } from '../platform/profile.ts';
import { useSession } from '../platform/session.ts';
import button from '../ui/button.module.css';
import { Button } from '../ui/button.tsx';
import { focusIfLost } from '../ui/element-refs.ts';
import page from '../ui/page.module.css';
import { RouteLine } from '../ui/route-line.tsx';
import { useClosedWindow, useNameOrPlace } from './agreement-texts.tsx';
import { refreshAgreements, rulesTodayQuery, showAgreement } from './agreements.queries.ts';
import { type OpenProposal, type ProposedSwap, proposalOf, useOpenProposals } from './open-proposals.ts';
import classes from './propose.module.css';
import { useSeenInProposal } from './seen-fields.tsx';

interface ProposeProps {
  swap: ProposedSwap;
  kind?: 'main' | 'soft';
}

/** Button that proposes a swap, or a link to the open proposal of this swap. */
export function Propose({ swap, kind = 'soft' }: ProposeProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const nameOrPlace = useNameOrPlace();
  const open = proposalOf(useOpenProposals(), swap.requests);
  const [asking, setAsking] = useState<'never' | 'now' | 'before'>('never');
  const name = formats.list(swap.others.map(nameOrPlace));
  return (
    <>
      {open && asking !== 'now' ? (
        <ProposalLink isReplacement={asking === 'before'} kind={kind} name={name} proposal={open} />
      ) : (
        <Button
          aria-label={`${t('agreements.propose')}: ${name}`}
          kind={kind}
          onClick={() => setAsking('now')}
        >
          {t('agreements.propose')}
        </Button>
      )}
      {asking === 'now' && <Asking onClose={() => setAsking('before')} open={open} swap={swap} />}
    </>
  );
}

interface ProposalLinkProps extends Required<Pick<ProposeProps, 'kind'>> {
  proposal: OpenProposal;
  /** Names of the other teachers. */
  name: string;
  /** True for a link in place of the button whose dialog was closed. */
  isReplacement: boolean;
}

function ProposalLink({ proposal: { _id, isWaiting }, kind, name, isReplacement }: ProposalLinkProps) {
  const { t } = useTranslation();
  const text = t(isWaiting ? 'alerts.answer' : 'agreements.see');
  return (
    <Link
      aria-label={`${text}: ${name}`}
      className={button[kind]}
      ref={isReplacement ? focusIfLost : undefined}
      to={agreementPath(_id)}
    >
      {text}
    </Link>
  );
}

/** The moves of a swap, one row each: the viewer's and, in a direct swap, the other's. A ring names its other members. */
function Moves({ swap: { others, from: own } }: { swap: ProposedSwap }) {
  const { t } = useTranslation();
  const names = useNames();
  const formats = useFormats();
  const nameOrPlace = useNameOrPlace();
  const user = useSession()?.user;
  const [first] = others;
  if (first === undefined) return null;
  const { district, postingBlock } = own ?? user ?? {};
  const mine = names.place(district ?? '', postingBlock ?? '');
  const theirs = names.place(first.district, first.postingBlock);
  const moves = [
    { who: t('rings.you'), from: mine, to: theirs },
    ...(others.length === 1 ? [{ who: nameOrPlace(first), from: theirs, to: mine }] : []),
  ];
  return (
    <div className={page.near}>
      {moves.map(({ who, from, to }) => (
        <div className={classes.move} key={who}>
          <p className={page.soft}>{who}</p>
          <RouteLine from={from} fromLabel={t('person.works')} to={to} toLabel={t('rings.movesTo')} />
        </div>
      ))}
      {others.length > 1 && (
        <p>
          {t('agreements.proposeRing', {
            number: formats.number(others.length + 1),
            names: formats.list(others.map(nameOrPlace)),
          })}
        </p>
      )}
    </div>
  );
}

interface AskingProps {
  swap: ProposedSwap;
  /** Open proposal of this swap, if there is one. */
  open: OpenProposal | undefined;
  onClose: () => void;
}

/**
 * Dialog that confirms the moves, the contact details that become visible, and the deadline, then navigates to the page of the proposal. Or
 * explains why the proposal is not possible now.
 */
function Asking({ swap, open, onClose }: AskingProps) {
  const { t } = useTranslation();
  const closed = useClosedWindow();
  const { exists, ...proposing } = useProposing(swap);
  const existing = exists ? open : undefined;
  const link = existing ? <ExistingLink proposal={existing} /> : null;
  const isPossible = closed === undefined && existing === undefined;
  const name = swap.others.length === 1 && swap.others[0]?.name !== HIDDEN ? swap.others[0]?.name : undefined;
  return (
    <ConfirmAction
      {...proposing}
      instead={isPossible ? undefined : link}
      isHarmless
      onClose={onClose}
      text={closed ?? (isPossible ? t('agreements.proposeAnswer') : '')}
      texts={{
        confirm: name === undefined ? t('agreements.proposeNow') : t('agreements.proposeTo', { name }),
        cancel: t('common.cancel'),
        failed: t('common.failed'),
      }}
      title={t('agreements.propose')}
    >
      <Moves swap={swap} />
      {isPossible && <Consequences swap={swap} />}
    </ConfirmAction>
  );
}

/** Link in place of the button that proposes a swap which is proposed already. */
function ExistingLink({ proposal }: { proposal: OpenProposal }) {
  const { t } = useTranslation();
  return (
    <Link className={button.main} ref={focusIfLost} to={agreementPath(proposal._id)}>
      {t('agreements.see')}
    </Link>
  );
}

function Consequences({ swap: { requests } }: Pick<AskingProps, 'swap'>) {
  const { t } = useTranslation();
  const needsCategory = useNeedsCategory();
  const seenInProposal = useSeenInProposal();
  const client = useQueryClient();
  const seen = loadedOwnRequests(client).find(({ _id }) => requests.includes(_id))?.seen;
  const now = seen && [...seen.byVisitors, ...seen.addedForTeachers];
  return (
    <>
      {now && <p className={page.soft}>{seenInProposal({ now, added: seen.addedForPartners })}</p>}
      {needsCategory && <p>{t('register.categoryHint')}</p>}
      <details>
        <summary>{t('agreements.proposeTerms')}</summary>
        <ul className={page.near}>
          <li>{t('agreements.proposeBy')}</li>
        </ul>
      </details>
    </>
  );
}

/** Returns true if the rules allow swaps within one category only and the viewer has not stated theirs. */
function useNeedsCategory(): boolean {
  const { data } = useQuery(rulesTodayQuery());
  return useLacksCategory() && (data?.rules.mustBeEqual.includes('category') ?? false);
}

/** Returns the action that proposes a swap, and whether it was refused since the swap is proposed already: `open` may be outdated. */
function useProposing({ requests }: ProposedSwap) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const userId = useSession()?.user._id ?? '';
  const [exists, setExists] = useState(false);
  return {
    exists,
    act: () => callApi<Agreement>('/agreements', { method: 'POST', body: { requests } }),
    onDone: async (proposed: Agreement) => {
      await showAgreement(client, userId, proposed);
      return navigate(agreementPath(proposed._id));
    },
    onFailed: (error: Error) => {
      setExists(error instanceof ApiError && error.code === 'proposal_exists');
      refreshAgreements(client);
    },
  };
}
