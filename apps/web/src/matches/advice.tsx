import { RINGS_SHOWN } from '@mutual-transfer/domain/constants';
import type {
  ServiceAdvice as Found,
  MissingPerson,
  RingAdvice,
  WhyNothingYet,
} from '@mutual-transfer/domain/matching/ring';
import { searchedRequests } from '@mutual-transfer/domain/requests/searched-requests';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { CallFailure } from '../form/call-failure.tsx';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import { accountPartPath, paths } from '../platform/paths.ts';
import { MissingTeacher } from '../shares/missing-teacher.tsx';
import button from '../ui/button.module.css';
import card from '../ui/card.module.css';
import { FigureList } from '../ui/charts.tsx';
import page from '../ui/page.module.css';
import { CardSkeletons } from '../ui/states.tsx';
import { adviceQuery } from './matches.queries.ts';

/** Rings that one more teacher would close. Each can be shared, and names no teacher. */
export function MissingPeople({ people }: { people: readonly MissingPerson[] }) {
  const { t } = useTranslation();
  if (people.length === 0) return null;
  return (
    <section>
      <h3>{t('advice.missing')}</h3>
      <p className={page.soft}>{t('advice.missingHint')}</p>
      <ul className={page.near}>
        {people.map((person) => (
          <li className={page.ruled} key={JSON.stringify([person.from, person.to])}>
            <MissingTeacher person={person} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface OwnAdviceProps {
  userId: string;
  requests: readonly TransferRequest[];
}

/** News of a teacher without a direct swap and without a ring: what happens next, the one teacher who is missing, and the odds. */
export function NoSwapYet({ userId, requests }: OwnAdviceProps) {
  const { t } = useTranslation();
  const [request] = searchedRequests(requests);
  const { data } = useQuery({ ...adviceQuery(userId, request?._id ?? ''), enabled: request !== undefined });
  if (request === undefined) return null;
  const [missing] = data?.onePersonMissing ?? [];
  return (
    <section aria-labelledby="no-swap-yet" className={`${page.note} ${page.stack}`}>
      <div>
        <h2 id="no-swap-yet">{t('advice.noSwapYet')}</h2>
        <p>{t('advice.weTellYou')}</p>
      </div>
      {missing && (
        <div>
          <h3>{t('advice.missing')}</h3>
          <MissingTeacher person={missing} />
        </div>
      )}
      {data?.whyNothingYet && <Odds reasons={data.whyNothingYet} />}
    </section>
  );
}

function Odds({ reasons: { plannedTeachers, plannedMoved } }: { reasons: WhyNothingYet }) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (!plannedTeachers || plannedMoved === null) return null;
  return (
    <p>
      {t('advice.planned', {
        teachers: formats.number(plannedTeachers),
        moved: formats.number(plannedMoved),
      })}
    </p>
  );
}

/**
 * Reasons for having no matches: the counts above zero, by the categories of the match cards, and the plan's result for similar teachers.
 */
export function Reasons({ reasons }: { reasons: WhyNothingYet }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { directSwaps, directSwapsVerified, sameDistricts, wantsYourPlace, worksThere, shortest } = reasons;
  const { planReason } = reasons;
  const numbers = [
    [t('where.pairs'), directSwaps],
    [t('advice.directSwapsVerified'), directSwapsVerified],
    [t('advice.sameDistricts'), sameDistricts],
    [t('advice.wantsYourPlace'), wantsYourPlace],
    [t('advice.worksThere'), worksThere],
    ...(shortest === null ? [] : [[t('advice.shortest'), shortest] as const]),
  ] as const;
  const found = numbers.filter(([, value]) => value > 0);
  return (
    <section className={page.tight}>
      <h3>{t('advice.reasons')}</h3>
      {found.length === 0 && <p>{t('advice.noneYet')}</p>}
      {found.length > 0 && (
        <FigureList facts={found.map(([label, value]) => [label, formats.number(value)])} />
      )}
      <Odds reasons={reasons} />
      {planReason !== null && <p>{t(`advice.planReasons.${planReason}`)}</p>}
    </section>
  );
}

/** Explains that the rules require years of service that the teacher lacks or has not stated. */
function ServiceAdvice({ advice }: { advice: Found | null }) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (advice === null) return null;
  const years = formats.number(advice.years);
  return (
    <section>
      <h3>{t('account.service')}</h3>
      <p>
        {advice.servedOn === null
          ? t('advice.serviceNotStated', { years })
          : t('advice.serviceTooShort', { years, date: formats.date(advice.servedOn) })}
      </p>
      {advice.servedOn === null && (
        <Link className={button.soft} to={accountPartPath('profile')}>
          {t('advice.stateService')}
        </Link>
      )}
    </section>
  );
}

interface AdviceProps {
  userId: string;
  request: Pick<TransferRequest, '_id' | 'desiredDistrict' | 'desiredBlock'>;
  /** Shows the advice at once; otherwise it loads when opened. */
  isOpen: boolean;
  className: string | undefined;
}

/** Shows changes that would give a request more matches, in numbers of teachers. */
export function Advice({ userId, request, isOpen, className }: AdviceProps) {
  const { t } = useTranslation();
  const names = useNames();
  const [isAsked, setAsked] = useState(isOpen);
  const query = useQuery({ ...adviceQuery(userId, request._id), enabled: isAsked });
  const place = names.placeInSentence(request.desiredDistrict, request.desiredBlock);
  return (
    <details
      className={className}
      onToggle={(event) => event.currentTarget.open && setAsked(true)}
      open={isOpen}
    >
      <summary>{t('advice.title', { place })}</summary>
      {isAsked && query.isPending && <CardSkeletons />}
      <CallFailure error={query.error} onRetry={query.refetch} text={t('advice.failed')} />
      {query.data && <FoundAdvice advice={query.data} requestId={request._id} />}
    </details>
  );
}

function FoundAdvice({ advice, requestId }: { advice: RingAdvice; requestId: string }) {
  const { t } = useTranslation();
  return (
    <div className={page.page}>
      {advice.whyNothingYet && <Reasons reasons={advice.whyNothingYet} />}
      <ServiceAdvice advice={advice.service} />
      <StatingCategory advice={advice.statingCategory} />
      <Wishes wishes={advice.oneMoreWish} />
      <Link className={`${button.soft} ${page.start}`} to={`${paths.where}?request=${requestId}`}>
        {t('navigation.where')}
      </Link>
      <MissingPeople people={advice.onePersonMissing} />
    </div>
  );
}

function StatingCategory({ advice }: { advice: RingAdvice['statingCategory'] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (advice === null) return null;
  return (
    <section>
      <h3>{t('advice.category')}</h3>
      <p>{t('advice.categoryText', { length: formats.number(advice.shortest) })}</p>
      <Link className={button.soft} to={accountPartPath('profile')}>
        {t('advice.stateCategory')}
      </Link>
    </section>
  );
}

/** Other places that would give pairs or rings immediately. Each links to a new request for that place. */
function Wishes({ wishes }: { wishes: RingAdvice['oneMoreWish'] }) {
  const { t } = useTranslation();
  const names = useNames();
  const formats = useFormats();
  if (wishes.length === 0) return null;
  return (
    <section>
      <h3>{t('advice.wishes')}</h3>
      <ul className={page.near}>
        {wishes.map(({ desiredDistrict, desiredBlock, pairs, rings, shortest }) => (
          <li className={`${page.row} ${page.ruled}`} key={`${desiredDistrict}/${desiredBlock}`}>
            <div>
              <p>
                <strong>{names.place(desiredDistrict, desiredBlock)}</strong>
              </p>
              <p className={page.soft}>
                {[
                  pairs > 0 && t('advice.wishPairs', { pairs: formats.number(pairs) }),
                  rings > 0 &&
                    t('advice.wishRings', {
                      rings: `${formats.number(rings)}${rings < RINGS_SHOWN ? '' : '+'}`,
                    }),
                  shortest > 2 && t('advice.wishShortest', { shortest: formats.number(shortest) }),
                ]
                  .filter(Boolean)
                  .join(', ')}
              </p>
            </div>
            <Link
              className={button.soft}
              to={{
                pathname: paths.newRequest,
                search: `?${new URLSearchParams({ district: desiredDistrict, block: desiredBlock })}`,
              }}
            >
              {t('advice.askForIt')}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Advice for each searched request of the user, one card each. Renders nothing without one. */
export function OwnAdvice({ userId, requests }: OwnAdviceProps) {
  const active = searchedRequests(requests);
  if (active.length === 0) return null;
  return (
    <div className={page.stack}>
      {active.map((request) => (
        <Advice className={card.card} isOpen={false} key={request._id} request={request} userId={userId} />
      ))}
    </div>
  );
}
