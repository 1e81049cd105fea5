import {
  ALERTS_SHOWN,
  DASHBOARD_MATCHES_SHOWN,
  DEFAULT_LIMIT,
  DEFAULT_PAGE,
  MAXIMUM_LIMIT,
} from '@mutual-transfer/domain/constants';
import type { Dashboard } from '@mutual-transfer/domain/dashboard';
import type { FastifyRequest } from 'fastify';
import { findAgreementList } from '../agreements/agreements.queries.ts';
import type { Dependencies } from '../dependencies.ts';
import { languageOf } from '../http/answers.ts';
import { signedIn } from '../http/policy.ts';
import { findAlerts } from '../inbox/alerts.queries.ts';
import { findLeftOut } from '../matching/best-offers.ts';
import { presentMatch, reachable } from '../matching/matches.ts';
import { presentRing } from '../matching/rings.ts';
import { type AnsweredCall, auditAnsweredCalls } from '../people/audit.ts';
import { contactsFor, noContact, recordContactViews } from '../people/contacts.ts';
import { AppError } from '../platform/errors.ts';
import type { SignedIn } from '../platform/sessions.ts';
import { presentRequest } from '../requests/present-request.ts';
import { findOwnListedRequests } from '../requests/requests.queries.ts';
import { findOwnConsent, isListOpen } from '../seasons/consents.ts';
import { findCurrentSeason, presentSeason, type SeasonReader } from '../seasons/seasons.ts';
import { findBest, findBestRing } from './find-best.ts';

const wholeOwnList = { page: DEFAULT_PAGE, limit: MAXIMUM_LIMIT, includeHidden: true };
const firstWaiting = { page: DEFAULT_PAGE, limit: DEFAULT_LIMIT, isWaiting: true };
const firstAlerts = { page: DEFAULT_PAGE, limit: ALERTS_SHOWN, includeHidden: true };

/**
 * Returns what a teacher's first screen shows. Reads all parts, then opens the contacts of all of them at once, in the order in which they
 * are shown. If a part fails, the whole answer fails.
 *
 * @throws {AppError} `forbidden` for administrators.
 */
export async function readDashboard(dependencies: Dependencies, request: FastifyRequest): Promise<Dashboard> {
  const { db, rulebook, now } = dependencies;
  const viewer = signedIn(request);
  if (viewer.role !== 'teacher') throw new AppError('forbidden');
  const language = languageOf(request);
  const rules = await rulebook.today();
  const [own, proposals, alerts, season] = await Promise.all([
    findOwn(dependencies, viewer),
    findAgreementList(dependencies, viewer, firstWaiting),
    findAlerts({ db, rules }, viewer, firstAlerts, language),
    findSeason(dependencies, viewer, { language, now: now() }),
  ]);
  const { requests, best } = own;
  const { ring, rings } = await findBestRing(dependencies, best, proposals.proposed);
  const matches = best.matches.slice(0, DASHBOARD_MATCHES_SHOWN);
  // The screen shows the ring's members unless a proposal waits for an answer.
  const isRingShown = proposals.listed === 0;
  const contacts = await contactsFor(
    dependencies,
    viewer,
    'match',
  )([
    ...proposals.people,
    ...(isRingShown ? (ring ?? []) : []),
    ...reachable(matches.map(({ candidate }) => candidate)),
    ...alerts.people,
  ]);
  await recordContactViews(dependencies, viewer, proposals.partners);
  await auditAnsweredCalls(dependencies, request, [
    { route: '/api/requests/my' },
    ...best.searched.map((id) => searchOf(id, 'matches')),
    ...(best.perfect > 0 ? [] : best.searched.flatMap((id) => (id === null ? [] : searchOf(id, 'rings')))),
    { route: '/api/agreements' },
    { route: '/api/alerts' },
    { route: '/api/alerts/unread' },
    ...season.calls,
  ]);
  const showing = { ...dependencies, viewer, contacts, language };
  return {
    requests,
    matches: matches.map(({ candidate, mine }) => ({
      ...presentMatch(candidate, mine, showing),
      ...(mine.request_id === null ? {} : { requestId: mine.request_id }),
    })),
    total: best.total,
    perfect: best.perfect,
    wantsYourPlace: best.wantsYourPlace,
    registered: best.registered,
    ring:
      ring === undefined
        ? null
        : presentRing(ring, isRingShown ? showing : { ...showing, contacts: noContact }),
    rings,
    proposals: proposals.present(contacts),
    alerts: alerts.present(contacts),
    unread: alerts.unread,
    season: season.season,
    asksForConsent: season.asksForConsent,
    ...contacts.limit,
  };
}

async function findOwn(dependencies: Dependencies, viewer: SignedIn) {
  const { db } = dependencies;
  const [{ rows }, leftOut] = await Promise.all([
    findOwnListedRequests(db, viewer.userId, wholeOwnList),
    findLeftOut(db, viewer.userId),
  ]);
  const requests = rows.map((row) => presentRequest(row, viewer));
  return { requests, best: await findBest(dependencies, { viewer, requests, leftOut }) };
}

function searchOf(id: string | null, what: 'matches' | 'rings'): AnsweredCall {
  return id === null ? { route: `/api/${what}` } : { route: `/api/requests/:id/${what}`, ids: { id } };
}

async function findSeason({ db }: Dependencies, { userId }: SignedIn, reader: SeasonReader) {
  const found = await findCurrentSeason(db, reader.now);
  const calls: AnsweredCall[] = [{ route: '/api/seasons/current' }];
  if (found === undefined) return { season: null, asksForConsent: false, calls };
  const season = presentSeason(found, reader);
  if (!isListOpen(found, reader.now)) return { season, asksForConsent: false, calls };
  const { given } = await findOwnConsent(db, found.id, userId);
  const own = { route: '/api/seasons/:id/my-result', ids: { id: found.id } };
  return { season, asksForConsent: !given, calls: [...calls, own] };
}
