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

/** What a world of made-up teachers is made from; the same options make the same world. */
export interface DemoOptions {
  /** Any whole number. */
  seed: number;
  /** How many teachers to make. */
  teachers: number;
  /** The number of the first one, 0 unless told: a world that exists already is continued from there. */
  first?: number;
  /** Nothing in the world happens after it. */
  now: Date;
  /** The share of teachers with an active request; the preset's unless given. */
  requestsShare?: number;
  preset?: PresetName;
}

interface World extends RequestWorld {
  readonly seed: number;
  readonly strata: Strata;
}

const HINDI_SHARE = 0.3;
const HINDI_SHARE_OF_DEVANAGARI_WRITERS = 0.9;

/**
 * Believable teachers of Bihar, one after the other. Teacher `i` depends on the options and `i` only, not on how
 * many come after. Emails (at domains reserved by RFC 2606) and phones are unique for up to ten million teachers.
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

/** A teacher posts only after registering. */
function earliest(account: Date, firstRequest: Date | undefined): Date {
  return firstRequest === undefined || account < firstRequest ? account : firstRequest;
}

/** Unique, because the number at its end is the teacher's own. */
function emailAddress(mailbox: string, index: number, random: Random): string {
  return `${mailbox}${index + 1}@${random.pick(['example.com', 'example.org', 'example.net'])}`;
}
