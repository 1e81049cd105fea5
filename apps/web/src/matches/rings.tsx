import type { ContactLimit } from '@mutual-transfer/domain/accounts/contact-views';
import type { Ring, RingList, RingMember } from '@mutual-transfer/domain/matching/ring';
import { searchedRequests } from '@mutual-transfer/domain/requests/searched-requests';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { swapOfRing } from '../agreements/open-proposals.ts';
import { Propose } from '../agreements/propose.tsx';
import { CallFailure } from '../form/call-failure.tsx';
import { AlertOpener, useIntroduction } from '../notices/alert-opener.tsx';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import { askAgain } from '../platform/queries.ts';
import { PersonMenu } from '../reports/person-menu.tsx';
import { Button } from '../ui/button.tsx';
import card from '../ui/card.module.css';
import { Contact, ContactsLimited } from '../ui/contact.tsx';
import page from '../ui/page.module.css';
import classes from '../ui/ring.module.css';
import { RingDrawing } from '../ui/ring-drawing.tsx';
import { RouteLine } from '../ui/route-line.tsx';
import empty from '../ui/states.module.css';
import { CardSkeletons } from '../ui/states.tsx';
import { VerifiedTag } from '../ui/tag.tsx';
import { ringsQuery } from './matches.queries.ts';

interface FoundRings {
  rings: readonly Ring[];
  /** Set once today's contact budget is spent: when the next contact opens, and what opens it sooner. */
  contactLimit: ContactLimit | undefined;
  isPending: boolean;
  error: unknown;
}

/** Returns the rings through all of the user's searched requests, shortest first. Refetches on changes. */
export function useOwnRings(
  userId: string,
  requests: readonly Pick<TransferRequest, '_id' | 'status' | 'agreement'>[],
): FoundRings {
  const active = searchedRequests(requests);
  return useQueries({
    queries: active.map((request) => ({ ...ringsQuery(userId, request._id) })),
    combine: (results) => ({
      rings: mergeRings(results.flatMap((result) => result.data ?? [])),
      contactLimit: results.find(({ data }) => data?.contactOpensAt)?.data,
      isPending: results.some((result) => result.isPending),
      error: results.find((result) => result.isError)?.error,
    }),
  });
}

/** Returns each ring once, shortest first, and otherwise in the order of the server. */
export function mergeRings(lists: readonly RingList[]): Ring[] {
  const rings = new Map(lists.flatMap((list) => list.rings).map((ring) => [keyOf(ring), ring]));
  return [...rings.values()].sort((first, second) => first.length - second.length);
}

function keyOf({ members }: Ring): string {
  return members.map(({ requestId }) => requestId).join(' ');
}

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
                <Step isSelf={step === 0} member={member} ring={ring} />
              </li>
            ))}
          </ol>
        </details>
      </div>
    </article>
  );
}

function Step({ member, ring, isSelf }: { member: RingMember; ring: Ring; isSelf: boolean }) {
  const { t } = useTranslation();
  const names = useNames();
  const formats = useFormats();
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
        {distanceKm === null
          ? user.district === movesTo.district && t('rings.within')
          : t('rings.move', { km: formats.number(distanceKm) })}
        {!isSelf && user.category !== undefined && ' · '}
        {!isSelf && user.category !== undefined && names.category(user.category)}
      </p>
      {!isSelf && (
        <details data-printed>
          <summary>{t('rings.reach', { name })}</summary>
          <div className={page.tight}>
            <p className={page.soft}>{names.personal(user.schoolName)}</p>
            <Contact
              introduction={introduce(user, {
                length: ring.length,
                mine: ring.members[0]?.movesTo ?? movesTo,
                theirs: movesTo,
              })}
              person={user}
            />
            {user._id !== undefined && <AlertOpener name={name} recipientId={user._id} />}
            <PersonMenu person={user} requestId={member.requestId} />
          </div>
        </details>
      )}
    </>
  );
}

interface RingsProps {
  /** Rings to show, best first. */
  rings: readonly Ring[];
  total: number;
  contactLimit: ContactLimit | undefined;
  /** Shows the rest. */
  onAll: () => void;
  isPending?: boolean;
  error?: unknown;
}

/** Rings through the user's requests: explanation and the best ones. */
export function Rings({ rings, total, contactLimit, onAll, isPending = false, error }: RingsProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const client = useQueryClient();
  const isEmpty = !isPending && rings.length === 0;
  return (
    <section aria-labelledby="rings" className={page.section}>
      <h2 id="rings">{t('rings.title')}</h2>
      {isPending && rings.length === 0 && <CardSkeletons />}
      {isEmpty && (
        <CallFailure error={error} onRetry={() => askAgain(client, 'rings')} text={t('rings.failed')} />
      )}
      {isEmpty && !error && <p className={empty.empty}>{t('rings.none')}</p>}
      <ul className={page.stack}>
        {rings.map((ring) => (
          <li key={keyOf(ring)}>
            <ContactsLimited value={contactLimit}>
              <RingCard ring={ring} />
            </ContactsLimited>
          </li>
        ))}
      </ul>
      {total > rings.length && (
        <Button onClick={onAll}>{t('rings.all', { formatted: formats.number(total) })}</Button>
      )}
      <details>
        <summary>{t('rings.meaning')}</summary>
        <p className={page.soft}>{t('rings.what')}</p>
      </details>
    </section>
  );
}

interface OwnRingsProps {
  userId: string;
  requests: readonly TransferRequest[];
  /** Number of rings shown before the user asks for the rest. */
  first: number;
}

/** Rings through the user's searched requests. Renders nothing without one. */
export function OwnRings({ userId, requests, first }: OwnRingsProps) {
  const { rings, ...own } = useOwnRings(userId, requests);
  const [isWhole, setWhole] = useState(false);
  if (searchedRequests(requests).length === 0) return null;
  const shown = isWhole ? rings : rings.slice(0, first);
  return <Rings {...own} onAll={() => setWhole(true)} rings={shown} total={rings.length} />;
}
