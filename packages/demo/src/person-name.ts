import {
  majorityNames,
  muslimNames,
  type NameList,
  santhalNames,
  sikhNames,
  type WrittenName,
} from './name-lists.ts';
import type { Random } from './random.ts';

/** Attributes of a teacher that names and texts depend on. */
export interface DemoPerson {
  isWoman: boolean;
  writesDevanagari: boolean;
  name: string;
  /** Name in lower-case Latin letters and dots, for an email address. */
  mailbox: string;
}

const WOMEN_SHARE = 0.46;
const DEVANAGARI_SHARE = 0.15;
const MUSLIM_SHARE = 0.14;
const MUSLIM_SHARE_OF_URDU_TEACHERS = 0.93;
const SIKH_SHARE_IN_PATNA = 0.006;

/** Districts whose share differs much from the state's, by the Census of India 2011. */
const muslimShares: Readonly<Record<string, number>> = {
  kishanganj: 0.6,
  katihar: 0.4,
  araria: 0.38,
  purnia: 0.34,
  darbhanga: 0.2,
  sitamarhi: 0.2,
  'west-champaran': 0.2,
};

const santhalShares: Readonly<Record<string, number>> = {
  jamui: 0.05,
  banka: 0.05,
  katihar: 0.04,
  purnia: 0.03,
  kishanganj: 0.03,
};

/** Draws a teacher of a subject from a district. */
export function drawPerson(homeDistrictCode: string, subjectCode: string, random: Random): DemoPerson {
  const names = drawCommunity(homeDistrictCode, subjectCode, random);
  const isWoman = random.chance(WOMEN_SHARE);
  const first = random.pick(isWoman ? names.women : names.men);
  const last = random.pick(isWoman ? names.womenLast : names.menLast);
  const writesDevanagari = random.chance(DEVANAGARI_SHARE);
  return {
    isWoman,
    writesDevanagari,
    name: writesDevanagari ? `${first[1]} ${last[1]}` : `${first[0]} ${last[0]}`,
    mailbox: `${letters(first)}.${letters(last)}`,
  };
}

function drawCommunity(homeDistrictCode: string, subjectCode: string, random: Random): NameList {
  if (random.chance(muslimShare(homeDistrictCode, subjectCode))) return muslimNames;
  if (random.chance(santhalShares[homeDistrictCode] ?? 0.002)) return santhalNames;
  if (homeDistrictCode === 'patna' && random.chance(SIKH_SHARE_IN_PATNA)) return sikhNames;
  return majorityNames;
}

function muslimShare(homeDistrictCode: string, subjectCode: string): number {
  if (subjectCode === 'urdu') return MUSLIM_SHARE_OF_URDU_TEACHERS;
  if (subjectCode === 'sanskrit') return 0.01;
  return muslimShares[homeDistrictCode] ?? MUSLIM_SHARE;
}

function letters([latin]: WrittenName): string {
  return latin.toLowerCase().replace(/[^a-z]+/g, '');
}
