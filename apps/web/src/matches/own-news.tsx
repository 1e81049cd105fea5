import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { IconHeartHandshake } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { waitingAgreementsQuery } from '../agreements/agreements.queries.ts';
import { Propose } from '../agreements/proposals/propose.tsx';
import { swapOfRing } from '../agreements/proposals/proposed-swap.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import { paths } from '../platform/paths.ts';
import button from '../ui/button.module.css';
import page from '../ui/page.module.css';
import { useOwnRings } from './rings/use-own-rings.ts';
import type { OwnMatches } from './use-own-matches.ts';

interface OwnNewsProps {
  readonly userId: string;
  readonly requests: readonly TransferRequest[];
  /** Number of direct swaps. */
  readonly perfect: number;
  /** Best matches, direct swaps first. */
  readonly matches: OwnMatches['matches'];
  /** True on screens that do not show the matches themselves. */
  readonly isLinked?: boolean;
}

/**
 * Best news for the teacher: direct swaps, otherwise the shortest ring, with the next step: a link to the matches, or a button that
 * proposes the only direct swap or the ring. Renders nothing without either.
 */
export function OwnNews({ userId, requests, perfect, matches, isLinked = false }: OwnNewsProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const names = useNames();
  const [ring] = useOwnRings(userId, requests).rings;
  const { data } = useQuery({ ...waitingAgreementsQuery(userId), enabled: isLinked });
  // A proposal that awaits an answer has the primary button of the screen.
  const isFirst = data !== undefined && data.agreements.length === 0;
  const link = isLinked && <MatchesLink isMain={isFirst} />;
  if (perfect > 0) {
    const text = t('dashboard.perfectText', { count: perfect, formatted: formats.number(perfect) });
    const step = link || (perfect === 1 && <ProposeTo match={matches[0]} />);
    return (
      <News isInText={isLinked && !isFirst} step={step} text={text} title={t('dashboard.perfectFound')} />
    );
  }
  const place = ring?.members[0]?.movesTo;
  if (ring === undefined || place === undefined) return null;
  const text = t('rings.youCanMove', { place: names.place(place.district, place.block) });
  const step = link || <Propose kind="main" swap={swapOfRing(ring)} />;
  return (
    <News
      isInText={isLinked && !isFirst}
      step={step}
      text={text}
      title={t('rings.found', { number: formats.number(ring.length) })}
    />
  );
}

function ProposeTo({ match }: { match: OwnMatches['matches'][number] | undefined }) {
  if (!match?.requests) return null;
  return <Propose kind="main" swap={{ requests: match.requests, others: [match.user], from: undefined }} />;
}

interface NewsProps {
  readonly title: string;
  readonly text: string;
  readonly step: ReactNode;
  /** `true` if the step is a link in the sentence, `false` if it is a button. */
  readonly isInText: boolean;
}

function News({ title, text, step, isInText }: NewsProps) {
  return (
    <section aria-labelledby="own-news" className={`${page.note} ${page.row}`}>
      <div>
        <h2 className={`${page.chips} ${page.done}`} id="own-news">
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
