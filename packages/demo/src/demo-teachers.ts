import { drawAccountTime, drawRequests, type Requester, type RequestWorld } from './demo-requests.ts';
import type { DemoTeacher } from './demo-teacher.ts';
import { Geography } from './geography.ts';
import { drawPerson } from './person-name.ts';
import { phoneNumber } from './phone-numbers.ts';
import { type PresetName, presets } from './preset.ts';
import { Random, Weighted } from './random.ts';
import { drawSchoolName } from './school-name.ts';
import { Strata } from './stratum.ts';
import { drawWish } from './wish.ts';

/** Options of a generated data set. Equal options generate equal data sets. */
export interface DemoOptions {
  /** Seed of the random numbers: any whole number. */
  seed: number;
  /** Number of teachers to generate. */
  teachers: number;
  /** Number of the first teacher, 0 by default. Continues an existing data set. */
  first?: number;
  /** Latest time in the data set. */
  now: Date;
  /** Fraction of teachers with an active request. Defaults to the preset's. */
  requestsShare?: number;
  preset?: PresetName;
}

interface World extends RequestWorld {
  seed: number;
  strata: Strata;
}

const HINDI_SHARE = 0.3;
const HINDI_SHARE_OF_DEVANAGARI_WRITERS = 0.9;

/**
 * Yields plausible teachers of Bihar. Teacher `i` depends only on the options and `i`, not on how many follow. Emails
 * (at domains reserved by RFC 2606) and phones are unique for up to ten million teachers.
 */
export function* demoTeachers(options: DemoOptions): Generator<DemoTeacher, void, undefined> {
  const preset = presets[options.preset ?? 'statewide'];
  const world = {
    seed: options.seed,
    now: options.now,
    activeShare: options.requestsShare ?? preset.activeShare,
    endedShare: preset.endedShare,
    endings: new Weighted(preset.endings),
    geography: new Geography(preset),
    strata: new Strata(preset),
  };
  const first = options.first ?? 0;
  for (let index = first; index < first + options.teachers; index++) yield drawTeacher(world, index);
}

function drawTeacher(world: World, index: number): DemoTeacher {
  const random = new Random(world.seed, index);
  const stratum = world.strata.draw(random);
  const home = world.geography.home(random);
  const posting = world.geography.posting(home, random);
  const wish = drawWish(world.geography, home, posting, random);
  const person = drawPerson(home.districtCode, stratum.subjectCode, random);
  const inHindi = random.chance(person.writesDevanagari ? HINDI_SHARE_OF_DEVANAGARI_WRITERS : HINDI_SHARE);
  const createdAt = drawAccountTime(world.now, random);
  const requester: Requester = { isWoman: person.isWoman, inHindi, stratum, home, posting, wish, createdAt };
  const email = emailAddress(person.mailbox, index, random);
  const schoolName = drawSchoolName(stratum, person.writesDevanagari, random);
  const requests = drawRequests(requester, world, random);
  return {
    name: person.name,
    email,
    phone: phoneNumber(world.seed, index),
    schoolName,
    districtCode: posting.districtCode,
    blockCode: posting.blockCode,
    desiredDistrictCode: wish.districtCode,
    desiredBlockCode: wish.blockCode,
    ...stratum,
    createdAt: earliest(createdAt, requests[0]?.createdAt),
    requests,
  };
}

/**
 * Returns the earlier of two times. A teacher posts only after registering, so a request with an earlier date moves
 * the registration date back to it.
 */
function earliest(account: Date, firstRequest: Date | undefined): Date {
  return firstRequest === undefined || account < firstRequest ? account : firstRequest;
}

/** Returns an address that is unique because it ends in the teacher's number. */
function emailAddress(mailbox: string, index: number, random: Random): string {
  return `${mailbox}${index + 1}@${random.pick(['example.com', 'example.org', 'example.net'])}`;
}
