import { MY_MATCHES_CAP } from '@mutual-transfer/domain/constants';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { myRequestsQuery } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/language.tsx';
import { useFormats } from '../../i18n/names.ts';
import { Readiness } from '../../own-requests/readiness.tsx';
import { paths } from '../../paths.ts';
import { MatchCard } from '../../people/match-card.tsx';
import { OwnAdvice } from '../../rings/own-advice.tsx';
import { OwnRings } from '../../rings/own-rings.tsx';
import button from '../../ui/button.module.css';
import { Button } from '../../ui/button.tsx';
import card from '../../ui/card.module.css';
import { Empty } from '../../ui/empty.tsx';
import page from '../../ui/page.module.css';
import { PageTitle } from '../../ui/page-title.tsx';
import type { Posted } from './posted.ts';
import classes from './request-success.module.css';

const RINGS_SHOWN_FIRST = 2;

interface RequestSuccessProps {
  readonly posted: Posted;
  readonly token: string;
  readonly onAnother: () => void;
}

/** The request is posted: says so, and shows who it matches. Focus goes to the good news. */
export function RequestSuccess({ posted, token, onAnother }: RequestSuccessProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [isWhole, setWhole] = useState(false);
  const { matches, total } = posted;
  const { data: own } = useQuery(myRequestsQuery(token));
  const isHeld = posted.request.status === 'held';
  const title = t(isHeld ? 'request.held' : 'request.success');
  const request = own?.find(({ _id }) => _id === posted.request._id) ?? posted.request;
  return (
    <div className={page.page}>
      <PageTitle text={title} />
      <div className={classes.news}>
        <IconCircleCheck aria-hidden="true" size={40} stroke={1.8} />
        <h1 ref={showNews} tabIndex={-1}>
          {title}
        </h1>
        {total > 0 && <p>{t('request.found', { count: total, formatted: formats.number(total) })}</p>}
      </div>
      {isHeld && <p className={card.soft}>{t('request.heldHint')}</p>}
      {total === 0 && !isHeld && <Empty text={t('request.noneHint')} title={t('request.none')} />}
      <section aria-label={t('agreements.ready')} className={card.card}>
        <Readiness request={request} />
      </section>
      <h2 className="visually-hidden">{t('browse.matches')}</h2>
      <ul className={card.list}>
        {(isWhole ? matches : matches.slice(0, MY_MATCHES_CAP)).map((match) => (
          <li key={match.user._id}>
            <MatchCard match={match} requestId={posted.request._id} />
          </li>
        ))}
      </ul>
      {!isWhole && matches.length > MY_MATCHES_CAP && (
        <Button className={page.start} onClick={() => setWhole(true)}>
          {t('request.showAll', { formatted: formats.number(matches.length) })}
        </Button>
      )}
      <OwnRings first={RINGS_SHOWN_FIRST} requests={[posted.request]} token={token} />
      <OwnAdvice isOpen={total === 0} requests={[posted.request]} token={token} />
      <div className={page.row}>
        <Link className={button.main} to={paths.dashboard}>
          {t('request.toDashboard')}
        </Link>
        <Button onClick={onAnother}>{t('request.another')}</Button>
      </div>
    </div>
  );
}

/** The heading appears in place of a form that was scrolled to its end. */
function showNews(heading: HTMLHeadingElement | null): void {
  if (heading === null) return;
  window.scrollTo({ top: 0 });
  heading.focus({ preventScroll: true });
}
