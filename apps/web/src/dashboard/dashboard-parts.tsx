import type { ContactLimit } from '@mutual-transfer/domain/accounts/contact-views';
import { DASHBOARD_REQUESTS_SHOWN, INVITATION_CODE } from '@mutual-transfer/domain/constants';
import type { Ring } from '@mutual-transfer/domain/matching/ring';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useState } from 'react';
import { Link } from 'react-router';
import { MatchCards } from '../matches/match-card.tsx';
import { OwnRings, Rings } from '../matches/rings.tsx';
import type { OwnMatches } from '../matches/use-own-matches.ts';
import { useReading, useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { myRequestsPath, paths } from '../platform/paths.ts';
import { useAccountPrivacy } from '../platform/profile.ts';
import { NewRequestLink } from '../requests/new-request-link.tsx';
import { NotSearched, type WhyNotSearched } from '../requests/not-searched.tsx';
import { OwnRequestList } from '../requests/own-request.tsx';
import { hidesSomething, isOpen } from '../requests/privacy-editor.tsx';
import { ShareButtons, shareAddress } from '../shares/share-buttons.tsx';
import button from '../ui/button.module.css';
import card from '../ui/card.module.css';
import page from '../ui/page.module.css';
import stat from '../ui/stat-card.module.css';
import { Stat } from '../ui/stat-card.tsx';
import empty from '../ui/states.module.css';

/** Four figures of the user; the last links to the privacy settings. */
export function Stats({ requests, perfect }: { requests: readonly TransferRequest[]; perfect: number }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const active = requests.filter(({ status }) => status === 'active');
  const account = useAccountPrivacy();
  const hiding = requests.filter(
    ({ status, privacySettings }) =>
      isOpen(status) && (hidesSomething(account) || hidesSomething(privacySettings)),
  );
  return (
    <section aria-label={t('dashboard.stats')}>
      <ul className={stat.tiles}>
        <li>
          <Stat label={t('dashboard.totalRequests')} value={formats.number(requests.length)} />
        </li>
        <li>
          <Stat label={t('dashboard.activeRequests')} value={formats.number(active.length)} />
        </li>
        <li>
          <Stat
            label={t('dashboard.perfectMatches')}
            tone={perfect > 0 ? 'good' : undefined}
            value={formats.number(perfect)}
          />
        </li>
        <li>
          <Link className={stat.link} to={paths.privacy}>
            <Stat label={t('dashboard.privacyActive')} value={formats.number(hiding.length)} />
          </Link>
        </li>
      </ul>
    </section>
  );
}

/** Newest three requests of the user. The rest are shown on request, here or on the page of all of them. */
export function OwnRequests({ requests }: { requests: readonly TransferRequest[] }) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="requests" className={page.near}>
      <div className={page.row}>
        <h2 id="requests">{t('dashboard.requests')}</h2>
        {requests.length === 0 && <NewRequestLink kind="soft" />}
      </div>
      {requests.length === 0 && <p className={page.soft}>{t('request.nonePosted')}</p>}
      <OwnRequestList first={DASHBOARD_REQUESTS_SHOWN} requests={requests} />
      {requests.length > 0 && (
        <div className={`${page.row} ${page.soft}`}>
          <Link className={`${button.quiet} ${button.flush}`} to={myRequestsPath}>
            {t('dashboard.viewAll', { count: requests.length })}
          </Link>
          <NewRequestLink kind="flush" />
        </div>
      )}
    </section>
  );
}

interface TopMatchesProps {
  matches: OwnMatches['matches'];
  contactLimit: ContactLimit | undefined;
  whyNot: WhyNotSearched | undefined;
  /** Folds all but the best match, below a proposal that waits for an answer. */
  isFolded: boolean;
}

/** Two best matches, perfect ones first, in the order of the server. */
export function TopMatches({ matches, contactLimit, whyNot, isFolded }: TopMatchesProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const open = isFolded ? matches.slice(0, 1) : matches;
  const folded = matches.slice(open.length);
  return (
    <section aria-labelledby="matches" className={page.near}>
      <h2 id="matches">{t('dashboard.topMatches')}</h2>
      {matches.length === 0 &&
        (whyNot ? <NotSearched why={whyNot} /> : <p className={empty.empty}>{t('match.none')}</p>)}
      <MatchCards contactLimit={contactLimit} matches={open} />
      {folded.length > 0 && (
        <details>
          <summary>{t('common.further', { formatted: formats.number(folded.length) })}</summary>
          <MatchCards contactLimit={contactLimit} matches={folded} />
        </details>
      )}
    </section>
  );
}

interface BestRingProps {
  ring: Ring;
  /** Number of rings through the requests. */
  total: number;
  contactLimit: ContactLimit;
  requests: readonly TransferRequest[];
  userId: string;
}

/** The best ring. The others are fetched when the user asks for them. */
export function BestRing({ ring, total, contactLimit, requests, userId }: BestRingProps) {
  const [isWhole, setWhole] = useState(false);
  if (isWhole) return <OwnRings first={total} requests={requests} userId={userId} />;
  return <Rings contactLimit={contactLimit} onAll={() => setWhole(true)} rings={[ring]} total={total} />;
}

/** Invites other teachers, on a press. Shows the message as text, for browsers without access to the clipboard. */
export function InviteBox() {
  const { t, language } = useReading();
  const text = t('invite.message', { address: shareAddress(language, INVITATION_CODE) });
  return (
    <section aria-labelledby="invite" className={`${card.card} ${card.line}`}>
      <details className={card.opens}>
        <summary>
          <h2 id="invite">{t('invite.title')}</h2>
        </summary>
        <div className={card.opened}>
          <blockquote className={page.well}>{text}</blockquote>
          <ShareButtons copied={t('invite.copied')} label={t('invite.share')} text={text} />
        </div>
      </details>
    </section>
  );
}
