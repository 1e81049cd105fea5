import type { Ring } from '@mutual-transfer/domain/matching/ring';
import { IconHeartHandshake } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type OpenProposal, proposalOf, swapOfRing, useOpenProposals } from '../agreements/open-proposals.ts';
import { Propose } from '../agreements/propose.tsx';

import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import { paths } from '../platform/paths.ts';
import button from '../ui/button.module.css';
import page from '../ui/page.module.css';
import { isConfirmed } from './match-card.tsx';
import type { OwnMatches } from './use-own-matches.ts';

interface OwnNewsProps {
  /** Rings through the requests, shortest first. */
  rings: readonly Ring[];
  perfect: number;
  /** Number of these teachers who registered the wish and have posted no request. */
  registered: number;
  /** Best matches, direct swaps first. */
  matches: OwnMatches['matches'];
  /** True on screens that do not show the matches themselves. */
  isLinked?: boolean;
}

/**
 * Best news for the teacher: direct swaps, otherwise the shortest ring that is not proposed yet, with the next step: a link to the matches, or
 * a button that proposes the only direct swap or the ring. Renders nothing without either.
 */
export function OwnNews({ rings, perfect, registered, matches, isLinked = false }: OwnNewsProps) {
  const proposals = useOpenProposals();
  const ring = rings.find((found) => !proposalOf(proposals, found.requests));
  // A proposal that awaits an answer has the primary button of the screen.
  const isFirst = proposals !== undefined && !proposals.some(({ isWaiting }) => isWaiting);
  const link = isLinked && <MatchesLink isMain={isFirst} />;
  const isInText = isLinked && !isFirst;
  const posted = perfect - registered;
  // A ring can be proposed now; a teacher without a request cannot be asked.
  if (posted > 0 || (registered > 0 && ring === undefined)) {
    const match = matches.find(({ isPerfectMatch, hasActiveRequest }) => isPerfectMatch && hasActiveRequest);
    const canPropose = posted === 1 && !isPairProposed(proposals, match);
    const step = link || (canPropose && <ProposeTo match={match} />);
    return <DirectNews isInText={isInText} posted={posted} registered={registered} step={step} />;
  }
  const isAnother = ring !== undefined && ring !== rings[0];
  return ring ? <RingNews isAnother={isAnother} isInText={isInText} link={link} ring={ring} /> : null;
}

/** Returns true if the direct swap with this match is proposed. A match of a restored last state does not name its requests. */
function isPairProposed(
  proposals: readonly OpenProposal[] | undefined,
  match: OwnMatches['matches'][number] | undefined,
): boolean {
  if (match !== undefined && !isConfirmed(match))
    return proposals?.some(({ requests }) => requests.length === 2) ?? false;
  return proposalOf(proposals, match?.requests ?? []) !== undefined;
}

interface PartProps extends Pick<NewsProps, 'isInText'> {
  /** Link to the matches, on screens that do not show them. */
  link: ReactNode;
}

type DirectNewsProps = Pick<NewsProps, 'step' | 'isInText'> & { posted: number; registered: number };

function DirectNews({ posted, registered, step, isInText }: DirectNewsProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const count = posted > 0 ? posted : registered;
  return (
    <News
      isInText={isInText}
      step={step}
      text={t(posted > 0 ? 'dashboard.perfectText' : 'dashboard.perfectRegistered', {
        count,
        formatted: formats.number(count),
      })}
      title={t('dashboard.perfectFound')}
    />
  );
}

interface RingNewsProps extends PartProps {
  ring: Ring;
  /** A shorter ring is proposed already. */
  isAnother: boolean;
}

function RingNews({ ring, isAnother, link, isInText }: RingNewsProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const names = useNames();
  const place = ring.members[0]?.movesTo;
  if (place === undefined) return null;
  return (
    <News
      isInText={isInText}
      step={link || <Propose kind="main" swap={swapOfRing(ring)} />}
      text={t('rings.youCanMove', { place: names.place(place.district, place.block) })}
      title={t(isAnother ? 'rings.foundAnother' : 'rings.found', { number: formats.number(ring.length) })}
    />
  );
}

function ProposeTo({ match }: { match: OwnMatches['matches'][number] | undefined }) {
  if (!match?.requests) return null;
  return <Propose kind="main" swap={{ requests: match.requests, others: [match.user], from: undefined }} />;
}

interface NewsProps {
  title: string;
  text: string;
  step: ReactNode;
  /** `true` if the step is a link in the sentence, `false` if it is a button. */
  isInText: boolean;
}

function News({ title, text, step, isInText }: NewsProps) {
  return (
    <section aria-labelledby="own-news" className={`${page.note} ${page.row}`}>
      <div>
        <h2 className={`${page.marked} ${page.done}`} id="own-news">
          <IconHeartHandshake aria-hidden="true" size={26} />
          {title}
        </h2>
        <p>
          {text} {isInText && step}
        </p>
      </div>
      {!isInText && step}
    </section>
  );
}

function MatchesLink({ isMain }: { isMain: boolean }) {
  const { t } = useTranslation();
  return (
    <Link
      className={isMain ? button.main : undefined}
      to={{ pathname: paths.viewRequests, search: '?tab=my' }}
    >
      {t('dashboard.perfectShow')}
    </Link>
  );
}
