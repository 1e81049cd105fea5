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
import { type DrawnWish, drawWish } from './wish.ts';

/** Maximum age of an account in days. Less than a request's lifetime, so that no request has expired on its own. */
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

/** Distribution of the number of active requests, among teachers with any. */
const activeCounts = new Weighted<number>([
  [1, 86],
  [2, 11],
  [3, 2],
  [4, 0.7],
  [5, 0.3],
]);

const HIDING_SHARE = 0.25;
const FIRST_WISH_IS_THE_REGISTERED_ONE = 0.9;

/** Teacher whose requests are generated. */
export interface Requester {
  isWoman: boolean;
  inHindi: boolean;
  stratum: Stratum;
  home: Spot;
  posting: Spot;
  wish: DrawnWish;
  createdAt: Date;
}

/** Shares, geography and time from which requests are generated. */
export interface RequestWorld {
  geography: Geography;
  now: Date;
  /** Fraction of teachers with an active request. */
  activeShare: number;
  /** Fraction of teachers with at least one ended request. */
  endedShare: number;
  endings: Weighted<EndedStatus>;
}

/** Draws the creation time of an account: within the last months, denser towards today. */
export function drawAccountTime(now: Date, random: Random): Date {
  return new Date(now.getTime() - Math.ceil(random.share() ** 2 * OLDEST_DAYS * MILLISECONDS_A_DAY));
}

/** Returns the requests of a teacher, oldest first. An expired one may be older than the drawn age of the account. */
export function drawRequests(requester: Requester, world: RequestWorld, random: Random): DemoRequest[] {
  const active = random.chance(world.activeShare) ? activeCounts.draw(random) : 0;
  const wishes = drawWishes(requester, active, world.geography, random);
  const privacy = drawPrivacy(random);
  const shared = { requester, privacy, now: world.now };
  const requests = wishes.map((wish) => drawRequest(wish, shared, random));
  if (random.chance(world.endedShare)) {
    const wish = drawWish(world.geography, requester.home, requester.posting, random);
    requests.push(end(drawRequest(wish, shared, random), world.endings.draw(random)));
  }
  return requests.sort((first, second) => first.createdAt.getTime() - second.createdAt.getTime());
}

/** Ends a request. An expired one was posted at least one lifetime ago, so its times are moved back. */
function end(request: DemoRequest, status: EndedStatus): DemoRequest {
  if (status !== 'expired') return { ...request, status };
  const lifetime = REQUEST_LIFETIME_DAYS * MILLISECONDS_A_DAY;
  return { ...request, status, createdAt: new Date(request.createdAt.getTime() - lifetime) };
}

/** Draws at most `count` different places, usually with the registered wish first. */
function drawWishes(requester: Requester, count: number, geography: Geography, random: Random): DrawnWish[] {
  const wishes = new Map<string, DrawnWish>();
  for (let number = 0; number < count; number++) {
    const keep = number === 0 && random.chance(FIRST_WISH_IS_THE_REGISTERED_ONE);
    const wish = keep ? requester.wish : drawWish(geography, requester.home, requester.posting, random);
    wishes.set(`${wish.districtCode} ${wish.blockCode}`, wish);
  }
  return [...wishes.values()];
}

/** Values that all requests of a teacher share. */
interface SharedValues {
  requester: Requester;
  privacy: PrivacySettings;
  now: Date;
}

function drawRequest(
  wish: DrawnWish,
  { requester, privacy, now }: SharedValues,
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

/** Draws a time not before the account was created, usually soon after it. */
function drawRequestTime(createdAt: Date, now: Date, random: Random): Date {
  const span = now.getTime() - createdAt.getTime();
  return new Date(createdAt.getTime() + Math.floor(random.share() ** 4 * span));
}

/** Draws the privacy settings of a request: three in four hide nothing. */
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
