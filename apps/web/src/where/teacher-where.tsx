import { ANY_BLOCK } from '@mutual-transfer/domain/reference/place-words';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { CallFailure } from '../form/call-failure.tsx';
import { hasFailed } from '../platform/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useNames } from '../platform/i18n/names.ts';
import { paths } from '../platform/paths.ts';
import type { StoredSession, StoredUser } from '../platform/session.ts';
import { myRequestsQuery } from '../requests/requests.queries.ts';
import button from '../ui/button.module.css';
import card from '../ui/card.module.css';
import { SelectField } from '../ui/fields/select-field.tsx';
import page from '../ui/page.module.css';
import { CardSkeletons, Empty } from '../ui/states.tsx';
import { ANSWER_ID, PlaceChoice, useWhereAddress } from './place-choice.tsx';
import { DemandSentence, type PlaceNumbers, placeNumbers, useReachTexts } from './place-numbers.tsx';
import { demandQuery, reachQuery, type Taught } from './where.queries.ts';
import { WhereMap } from './where-map.tsx';
import { WhereTable } from './where-table.tsx';

interface PlacePanelProps {
  /** Numbers of the district, or of the selected block. */
  numbers: PlaceNumbers;
  user: StoredUser;
  taught: Taught;
}

/** Panel of the selected place with its numbers and the available actions. */
function PlacePanel({ numbers, user, taught }: PlacePanelProps) {
  const { t } = useTranslation();
  const names = useNames();
  const { sentences } = useReachTexts();
  const { district, block } = useWhereAddress();
  const isOwn = user.district === district && user.postingBlock === block;
  const place = names.place(district, block === '' ? ANY_BLOCK : block);
  return (
    <section aria-labelledby="where-place" className={card.card} role="status">
      <h2 id="where-place">{place}</h2>
      {isOwn ? (
        <p>{t('where.ownPlace')}</p>
      ) : (
        numbers.reach && sentences(numbers.reach).map((sentence) => <p key={sentence}>{sentence}</p>)
      )}
      <DemandSentence numbers={numbers} />
      <div className={card.actions}>
        {!isOwn && !isWishedWhole(numbers, block) && <WishLink block={block} district={district} />}
        <Link className={button.soft} to={{ pathname: paths.home, search: listOf(district, block, taught) }}>
          {t('where.showList')}
        </Link>
      </div>
      <p className={page.soft}>{t('where.noPromise')}</p>
    </section>
  );
}

/** Returns `true` if the selected block is already desired. A district never is, because another of its blocks can still be added. */
function isWishedWhole({ reach }: PlaceNumbers, block: string): boolean {
  return block !== '' && reach?.isWished === true;
}

function WishLink({ district, block }: { district: string; block: string }) {
  const { t } = useTranslation();
  const search = new URLSearchParams({ district, block: block === '' ? ANY_BLOCK : block });
  return (
    <Link className={button.main} to={{ pathname: paths.newRequest, search: `?${search}` }}>
      {t('where.addWish')}
    </Link>
  );
}

/** Returns the query string of the list of teachers who work at the place and teach the same. */
function listOf(district: string, block: string, taught: Taught): string {
  const filters = { fromDistrict: district, ...(block === '' ? {} : { fromBlock: block }), ...taught };
  return `?${new URLSearchParams(filters)}`;
}

/** Map of the places that a teacher's requests reach, and those one more request would open. */
export function TeacherWhere({ session }: { session: StoredSession }) {
  const { t } = useTranslation();
  const { parameters } = useWhereAddress();
  const own = useQuery(myRequestsQuery(session.user._id));
  if (hasFailed(own)) return <CallFailure error={own.error} onRetry={own.refetch} text={t('where.failed')} />;
  if (own.data === undefined) return <CardSkeletons />;
  const active = own.data.filter(({ status }) => status === 'active');
  const request = active.find(({ _id }) => _id === parameters.get('request')) ?? active[0];
  if (request === undefined)
    return (
      <Empty
        action={
          <Link className={button.main} to={paths.newRequest}>
            {t('navigation.newRequest')}
          </Link>
        }
        text={t('where.noRequestText')}
        title={t('where.noRequest')}
      />
    );
  return <OfRequest active={active} request={request} session={session} />;
}

interface OfRequestProps {
  request: TransferRequest;
  active: readonly TransferRequest[];
  session: StoredSession;
}

function OfRequest({ request, active, session }: OfRequestProps) {
  const { t } = useTranslation();
  const { district, block } = useWhereAddress();
  const taught = { subject: request.subject, classRange: request.classRange };
  const reach = useQuery(reachQuery(session.user._id, request._id, district));
  const demand = useQuery(demandQuery(taught, district));
  const wholeDistrict = useDistrictNumbers(request, session.user._id, district);
  const failed = [reach, demand].find(hasFailed);
  if (failed) return <CallFailure error={failed.error} onRetry={failed.refetch} text={t('where.failed')} />;
  const places = reach.data && demand.data && placeNumbers(demand.data.places, reach.data);
  const chosen = block === '' ? wholeDistrict : places?.get(block);
  return (
    <>
      <div className={page.filters}>
        {active.length > 1 && <RequestChoice active={active} request={request} />}
        <PlaceChoice label={t('where.district')} places={places} />
      </div>
      <div className={page.stack} id={ANSWER_ID}>
        {places === undefined ? (
          <CardSkeletons />
        ) : (
          <>
            {chosen && <PlacePanel numbers={chosen} taught={taught} user={session.user} />}
            <WhereMap isOwn places={places} />
            <WhereTable isOwn places={places} />
          </>
        )}
      </div>
    </>
  );
}

/** Returns the numbers of a whole district. The map has already cached them. */
function useDistrictNumbers(request: TransferRequest, userId: string, district: string) {
  const isWanted = district !== '';
  const reach = useQuery({ ...reachQuery(userId, request._id, ''), enabled: isWanted });
  const demand = useQuery({ ...demandQuery(request, ''), enabled: isWanted });
  if (!isWanted || reach.data === undefined || demand.data === undefined) return undefined;
  return placeNumbers(demand.data.places, reach.data).get(district);
}

/** Select of the request that the map shows. */
function RequestChoice({ active, request }: Pick<OfRequestProps, 'active' | 'request'>) {
  const { t } = useTranslation();
  const names = useNames();
  const { change } = useWhereAddress();
  return (
    <SelectField
      label={t('where.request')}
      onChange={(id) => change({ request: id })}
      options={active.map((one) => ({
        value: one._id,
        label: `${names.place(one.desiredDistrict, one.desiredBlock)} · ${names.subject(one.subject)}`,
      }))}
      value={request._id}
    />
  );
}
