import type { Agreement } from '@mutual-transfer/domain/agreement';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { agreementsQuery } from '../../api/agreement-queries.ts';
import { useErrorText } from '../../api/error-text.ts';
import { useTranslation } from '../../i18n/language.tsx';
import { useFormats, useNames } from '../../i18n/names.ts';
import { agreementPath, paths } from '../../paths.ts';
import { live } from '../../people/live.ts';
import { useSession } from '../../session/session.ts';
import button from '../../ui/button.module.css';
import card from '../../ui/card.module.css';
import { Empty } from '../../ui/empty.tsx';
import { Failure } from '../../ui/failure.tsx';
import page from '../../ui/page.module.css';
import { PageTitle } from '../../ui/page-title.tsx';
import { CardSkeletons } from '../../ui/skeletons.tsx';
import { Tag } from '../../ui/tag.tsx';
import classes from './agreement.module.css';

/** One's own proposals and agreements; those that wait for one's answer first. */
export default function AgreementsPage() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const session = useSession();
  const [parameters] = useSearchParams();
  const number = Math.max(1, Math.round(Number(parameters.get('page')) || 1));
  const query = useQuery({
    ...agreementsQuery(session?.token ?? '', number),
    ...live,
    enabled: session !== null,
  });
  const agreements = query.data?.agreements ?? [];
  const pages = query.data?.pagination.pages ?? 1;
  return (
    <div className={`${page.page} ${page.wide}`}>
      <PageTitle text={t('agreements.title')} />
      <div>
        <h1>{t('agreements.title')}</h1>
        <p className={page.lead}>{t('agreements.lead')}</p>
      </div>
      {query.isPending && <CardSkeletons label={t('common.loading')} />}
      {query.isError && (
        <Failure onRetry={() => void query.refetch()} text={errorText(query.error, t('agreements.failed'))} />
      )}
      {query.data && agreements.length === 0 && (
        <Empty
          action={
            <Link className={button.main} to={paths.dashboard}>
              {t('agreements.toMatches')}
            </Link>
          }
          text={t('agreements.noneText')}
          title={t('agreements.none')}
        />
      )}
      {agreements.toSorted(waitingFirst).map((agreement) => (
        <AgreementCard agreement={agreement} key={agreement._id} />
      ))}
      <nav aria-label={t('agreements.title')} className={page.row}>
        {number > 1 && (
          <Link className={button.soft} to={`?page=${number - 1}`}>
            {t('agreements.newer')}
          </Link>
        )}
        {number < pages && (
          <Link className={button.soft} to={`?page=${number + 1}`}>
            {t('agreements.older')}
          </Link>
        )}
      </nav>
    </div>
  );
}

function AgreementCard({ agreement }: { agreement: Agreement }) {
  const { t } = useTranslation();
  const names = useNames();
  const formats = useFormats();
  const { state, members, deadline, createdAt } = agreement;
  const mine = members[0];
  const isWaiting = waitsForMe(agreement);
  return (
    <article className={card.card} data-perfect={isWaiting || undefined}>
      <div className={card.heading}>
        <h2>
          <Link to={agreementPath(agreement._id)}>
            {names.place(mine?.movesTo.district ?? '', mine?.movesTo.block ?? '')}
          </Link>
        </h2>
        <div className={classes.tag}>
          <Tag tone={isWaiting ? 'good' : 'low'}>
            {isWaiting ? t('agreements.waitsForYou') : t(`agreements.state.${state}`)}
          </Tag>
        </div>
      </div>
      <p className={card.soft}>
        {t('agreements.groupOf', { number: formats.number(members.length) })} ·{' '}
        {state === 'proposed'
          ? t('agreements.until', { time: formats.dateTime(deadline) })
          : t('agreements.since', { date: formats.date(createdAt) })}
      </p>
    </article>
  );
}

function waitsForMe({ can, members }: Agreement): boolean {
  return can.answer.includes('yes') && members[0]?.answer === 'open';
}

function waitingFirst(first: Agreement, second: Agreement): number {
  return Number(waitsForMe(second)) - Number(waitsForMe(first));
}
