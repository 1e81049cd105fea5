import type { Ring, RingMember } from '@mutual-transfer/domain/matching/ring';
import { Propose } from '../../agreements/proposals/propose.tsx';
import { swapOfRing } from '../../agreements/proposals/proposed-swap.ts';
import { AlertOpener } from '../../notices/new-alert/alert-opener.tsx';
import { useIntroduction } from '../../notices/new-alert/use-introduction.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats, useNames } from '../../platform/i18n/names.ts';
import { PersonMenu } from '../../reports/person-menu.tsx';
import card from '../../ui/card.module.css';
import { Contact } from '../../ui/contact.tsx';
import { Distance } from '../../ui/distance.tsx';
import page from '../../ui/page.module.css';
import classes from '../../ui/rings/ring.module.css';
import { RingDrawing } from '../../ui/rings/ring-drawing.tsx';
import { RouteLine } from '../../ui/route-line.tsx';
import { VerifiedTag } from '../../ui/verified-tag.tsx';

/**
 * Card of a ring: drawing with the places, length, and the viewer's move. When opened, lists each move, the viewer's first, with the
 * contact of each other member.
 */
export function RingCard({ ring }: { ring: Ring }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const names = useNames();
  const [self, ...rest] = ring.members;
  const others = rest.map(({ user }) => names.personal(user.name));
  const number = formats.number(ring.length);
  return (
    <article className={card.card}>
      <RingDrawing
        length={ring.length}
        number={number}
        places={ring.members.map(({ user }) => names.block(user.district, user.postingBlock))}
      />
      <h3>
        {t('rings.of', { number })}
        {self && (
          <>
            {' · '}
            {t('rings.youGo', { place: names.place(self.movesTo.district, self.movesTo.block) })}
          </>
        )}
      </h3>
      <div className={`${card.actions} ${classes.foot}`}>
        <Propose swap={swapOfRing(ring)} />
        <details data-printed>
          <summary>
            {t('rings.members')}
            <span className="visually-hidden">: {formats.list(others)}</span>
          </summary>
          <ol className={`${page.cells} ${page.steps} ${classes.members}`}>
            {ring.members.map((member, step) => (
              <li key={member.requestId}>
                <Step isSelf={step === 0} member={member} />
              </li>
            ))}
          </ol>
        </details>
      </div>
    </article>
  );
}

function Step({ member, isSelf }: { member: RingMember; isSelf: boolean }) {
  const { t } = useTranslation();
  const names = useNames();
  const { user, movesTo, distanceKm } = member;
  const name = names.personal(user.name);
  const introduce = useIntroduction();
  return (
    <>
      <p className={page.chips}>
        <strong>{isSelf ? t('rings.you') : name}</strong>
        {!isSelf && <VerifiedTag user={user} />}
      </p>
      <RouteLine
        from={names.place(user.district, user.postingBlock)}
        fromLabel={t('person.works')}
        to={names.place(movesTo.district, movesTo.block)}
        toLabel={t('rings.movesTo')}
      />
      <p className={page.soft}>
        <Distance km={distanceKm} />
        {distanceKm !== null && !isSelf && user.category !== undefined && ' · '}
        {!isSelf && user.category !== undefined && names.category(user.category)}
      </p>
      {!isSelf && (
        <details data-printed>
          <summary>{t('rings.reach', { name })}</summary>
          <div className={page.tight}>
            <p className={page.soft}>{names.personal(user.schoolName)}</p>
            <Contact introduction={introduce(user)} person={user} />
            {user._id !== undefined && <AlertOpener name={name} recipientId={user._id} />}
            <PersonMenu person={user} requestId={member.requestId} />
          </div>
        </details>
      )}
    </>
  );
}
