import { MILLISECONDS_A_DAY, REQUEST_LIFETIME_DAYS } from '@mutual-transfer/domain/constants';
import {
  type ContactPreference,
  nothingHidden,
  type PrivacySettings,
  type Urgency,
} from '@mutual-transfer/domain/requests/transfer-request';
import type { DemoRequest } from './demo-teacher.ts';
import type { Geography, Spot } from './geography.ts';
import type { EndedStatus } from './preset.ts';
import { type Random, Weighted } from './random.ts';
import { drawRequestText } from './request-text.ts';
import type { Stratum } from './stratum.ts';
import { drawWish, type Wish } from './wish.ts';

/** How far back the oldest account goes: less than a request's lifetime, so that none has expired by itself. */
const OLDEST_DAYS = 170;

const urgencies = new Weighted<Urgency>([
  ['low', 20],
  ['medium', 55],
  ['high', 25],
]);

const contactPreferences = new Weighted<ContactPreference>([
  ['email', 45],
  ['phone', 25],
  ['both', 30],
]);

/** How many active requests a teacher has who has any. */
const activeCounts = new Weighted<number>([
  [1, 86],
  [2, 11],
  [3, 2],
  [4, 0.7],
  [5, 0.3],
]);

const HIDING_SHARE = 0.25;
const FIRST_WISH_IS_THE_REGISTERED_ONE = 0.9;

/** The teacher whose requests are made. */
export interface Requester {
  readonly isWoman: boolean;
  readonly inHindi: boolean;
  readonly stratum: Stratum;
  readonly home: Spot;
  readonly posting: Spot;
  readonly wish: Wish;
  readonly createdAt: Date;
}

/** Where and when requests are made, and how many. */
export interface RequestWorld {
  readonly geography: Geography;
  readonly now: Date;
  /** Share of teachers with an active request. */
  readonly activeShare: number;
  /** Share of teachers with one that ended. */
  readonly endedShare: number;
  readonly endings: Weighted<EndedStatus>;
}

/** When an account was made: within the last months, recent days denser. */
export function drawAccountTime(now: Date, random: Random): Date {
  return new Date(now.getTime() - Math.ceil(random.share() ** 2 * OLDEST_DAYS * MILLISECONDS_A_DAY));
}

/** The requests of a teacher, oldest first; one that expired may be older than the account was said to be. */
export function drawRequests(requester: Requester, world: RequestWorld, random: Random): DemoRequest[] {
  const active = random.chance(world.activeShare) ? activeCounts.draw(random) : 0;
  const wishes = drawWishes(requester, active, world.geography, random);
  const privacy = drawPrivacy(random);
  const requests = wishes.map((wish) => drawRequest(requester, wish, privacy, world.now, random));
  if (random.chance(world.endedShare)) {
    const wish = drawWish(world.geography, requester.home, requester.posting, random);
    requests.push(end(drawRequest(requester, wish, privacy, world.now, random), world.endings.draw(random)));
  }
  return requests.sort((first, second) => first.createdAt.getTime() - second.createdAt.getTime());
}

/** A request expires a lifetime after it was posted, so one that has expired was posted that much earlier. */
function end(request: DemoRequest, status: EndedStatus): DemoRequest {
  if (status !== 'expired') return { ...request, status };
  const lifetime = REQUEST_LIFETIME_DAYS * MILLISECONDS_A_DAY;
  return { ...request, status, createdAt: new Date(request.createdAt.getTime() - lifetime) };
}

/** At most `count` different places; mostly the registered wish first. */
function drawWishes(requester: Requester, count: number, geography: Geography, random: Random): Wish[] {
  const wishes = new Map<string, Wish>();
  for (let number = 0; number < count; number++) {
    const keep = number === 0 && random.chance(FIRST_WISH_IS_THE_REGISTERED_ONE);
    const wish = keep ? requester.wish : drawWish(geography, requester.home, requester.posting, random);
    wishes.set(`${wish.districtCode} ${wish.blockCode}`, wish);
  }
  return [...wishes.values()];
}

function drawRequest(
  requester: Requester,
  wish: Wish,
  privacy: PrivacySettings,
  now: Date,
  random: Random,
): DemoRequest {
  const { stratum, home, createdAt } = requester;
  const isHome = wish.districtCode === home.districtCode;
  const about = { ...requester, subjectCode: stratum.subjectCode, wish, isHome };
  return {
    desiredDistrictCode: wish.districtCode,
    desiredBlockCode: wish.blockCode,
    subjectCode: stratum.subjectCode,
    classRange: stratum.classRange,
    ...drawRequestText(about, random),
    urgency: urgencies.draw(random),
    contactPreference: contactPreferences.draw(random),
    status: 'active',
    privacy,
    createdAt: drawRequestTime(createdAt, now, random),
  };
}

/** Mostly soon after the account was made, never before. */
function drawRequestTime(createdAt: Date, now: Date, random: Random): Date {
  const span = now.getTime() - createdAt.getTime();
  return new Date(createdAt.getTime() + Math.floor(random.share() ** 4 * span));
}

/** What a teacher hides: three in four hide nothing. */
function drawPrivacy(random: Random): PrivacySettings {
  if (!random.chance(HIDING_SHARE)) return nothingHidden;
  const hidden = {
    hideName: random.chance(0.3),
    hidePhone: random.chance(0.7),
    hideEmail: random.chance(0.3),
    hideSchoolName: random.chance(0.35),
  };
  return Object.values(hidden).some(Boolean) ? hidden : { ...hidden, hidePhone: true };
}
