import type { Agreement, AgreementMember } from '@mutual-transfer/domain/agreements/agreement';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats, useNames } from '../../platform/i18n/names.ts';
import { PersonMenu } from '../../reports/person-menu.tsx';
import card from '../../ui/card.module.css';
import { Contact } from '../../ui/contact.tsx';
import page from '../../ui/page.module.css';
import ring from '../../ui/ring.module.css';
import { RingDrawing } from '../../ui/ring-drawing.tsx';
import { Tag, VerifiedTag } from '../../ui/tag.tsx';
import { useAnswerText } from '../agreement-texts.tsx';
import { SeenInAgreement } from '../seen-fields.tsx';

/** Returns a formatter of the blocks that the members of an agreement leave, in the order of the ring. */
export function useSeatPlaces(): (agreement: Agreement) => string[] {
  const names = useNames();
  // Each member moves into the place of the next one, so a member's own place is the one that the previous member moves to.
  return ({ members }) =>
    members.map((_, seat) => {
      const movesHere = members.at(seat - 1)?.movesTo;
      return movesHere === undefined ? '' : names.block(movesHere.district, movesHere.block);
    });
}

/** Number of members whose details are open. Larger groups would be several screens long on a phone. */
const MOST_OPEN_SEATS = 2;

/** Returns true if the head of the page shows the contact of the other teacher. */
export function isReachedAbove({ members, state }: Pick<Agreement, 'members' | 'state'>): boolean {
  return state === 'agreed' && members.length === 2;
}

/** Members in ring order, each with their answer and ticked steps. */
export function Seats({ agreement }: { agreement: Agreement }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const placesOf = useSeatPlaces();
  const { members, standby, can } = agreement;
  return (
    <section aria-labelledby="members" className={card.card}>
      <h2 id="members">{t('agreements.members')}</h2>
      {standby !== null && standby > 0 && (
        <p className={page.soft}>
          {members.length === 2
            ? t('agreements.standbyPair')
            : t('agreements.standby', { count: standby, formatted: formats.number(standby) })}
        </p>
      )}
      <div className={members.length === 2 || can.repair ? undefined : `${page.beside} ${ring.sides}`}>
        {/* Two need no drawing, and `RepairPart` draws the ring of a group that failed. */}
        {members.length > 2 && !can.repair && (
          <RingDrawing
            answers={members.map(({ answer }) => answer)}
            length={members.length}
            number={formats.number(members.length)}
            places={placesOf(agreement)}
          />
        )}
        <ol className={page.near}>
          {members.map((member, index) => (
            <li className={`${page.tight} ${page.ruled}`} key={member.requestId ?? `gone ${index}`}>
              <Seat
                endedAt={agreement.endedAt}
                isFolded={members.length > MOST_OPEN_SEATS}
                isReachedAbove={isReachedAbove(agreement)}
                member={member}
                number={index + 1}
              />
            </li>
          ))}
        </ol>
      </div>
      {can.papers && (
        <p className={page.soft}>
          <SeenInAgreement opens={agreement.opens} />
        </p>
      )}
    </section>
  );
}

interface SeatProps extends Pick<Agreement, 'endedAt'> {
  member: AgreementMember;
  /** Number of the member in the drawing of the ring. */
  number: number;
  /** Set to fold the details of another member, and their steps before the last. */
  isFolded: boolean;
  isReachedAbove: boolean;
}

function Seat({ endedAt, member, number, isFolded, isReachedAbove }: SeatProps) {
  const { t } = useTranslation();
  const names = useNames();
  const formats = useFormats();
  const answerText = useAnswerText();
  const { user, isMe, movesTo, answer, steps } = member;
  const isReachable = user !== null && !isMe;
  const name = user === null ? t('agreements.gone') : names.personal(user.name);
  return (
    <>
      <div className={page.row}>
        <strong>
          {formats.number(number)}. {isMe ? t('rings.you') : name}
        </strong>
        {isReachable && <VerifiedTag user={user} />}
        <Tag tone={answer === 'yes' ? 'good' : 'low'}>{answerText(member, endedAt)}</Tag>
      </div>
      <p>
        {user !== null && !isThere(member) && (
          <>
            <span>{names.place(user.district, user.postingBlock)}</span>
            <span aria-hidden="true"> → </span>
            <span className="visually-hidden"> {t('rings.movesTo')} </span>
          </>
        )}
        <strong>{names.place(movesTo.district, movesTo.block)}</strong>
      </p>
      <Steps steps={isReachable && isFolded ? steps.slice(-1) : steps} />
      {isReachable && !isFolded && <Reach hasContact={!isReachedAbove} user={user} />}
      {isReachable && isFolded && (
        <details data-printed>
          <summary>{t('rings.reach', { name })}</summary>
          <div className={page.tight}>
            <Steps steps={steps.slice(0, -1)} />
            <Reach hasContact user={user} />
          </div>
        </details>
      )}
    </>
  );
}

function Steps({ steps }: Pick<AgreementMember, 'steps'>) {
  const { t } = useTranslation();
  const formats = useFormats();
  return steps.map(({ step, at }) => (
    <p className={page.soft} key={step}>
      {t(`agreements.did.${step}`)} · {formats.date(at)}
    </p>
  ));
}

interface ReachProps {
  user: NonNullable<AgreementMember['user']>;
  hasContact: boolean;
}

function Reach({ user, hasContact }: ReachProps) {
  const names = useNames();
  return (
    <>
      <p className={page.soft}>{names.personal(user.schoolName)}</p>
      {hasContact && <Contact person={user} />}
      <PersonMenu person={user} />
    </>
  );
}

/** Returns true once the member works at the place that they take. */
function isThere({ user, movesTo }: AgreementMember): boolean {
  return user?.district === movesTo.district && user.postingBlock === movesTo.block;
}
