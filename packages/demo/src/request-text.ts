import { namesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import { blockByCode, districtByCode } from '@mutual-transfer/domain/reference/places';
import { subjectByCode } from '@mutual-transfer/domain/reference/subjects';
import type { Spot } from './geography.ts';
import type { Motive, Phrases } from './motives.ts';
import { englishPhrases } from './phrases-english.ts';
import { hindiPhrases } from './phrases-hindi.ts';
import { type Random, Weighted } from './random.ts';
import type { DrawnWish } from './wish.ts';

/** Facts that the texts of a request use. */
export interface TextSubject {
  isWoman: boolean;
  inHindi: boolean;
  subjectCode: string;
  posting: Spot;
  wish: DrawnWish;
  isHome: boolean;
}

const motives: readonly (readonly [Motive, number])[] = [
  ['parents', 22],
  ['spouse', 18],
  ['children', 16],
  ['health', 12],
  ['distance', 14],
];
const awayMotives = new Weighted<Motive>(motives);
const homeMotives = new Weighted<Motive>([...motives, ['home', 22]]);

/** Draws the reason of a request and the additional information, in English or Hindi. */
export function drawRequestText(
  about: TextSubject,
  random: Random,
): { reason: string; additionalInfo: string } {
  const phrases = about.inHindi ? hindiPhrases : englishPhrases;
  const motive = (about.isHome ? homeMotives : awayMotives).draw(random);
  const names = valuesOf(about);
  return {
    reason: fill(drawReason(phrases, motive, random), names),
    additionalInfo: fill(random.pick(phrases.schools), names),
  };
}

function drawReason(phrases: Phrases, motive: Motive, random: Random): string {
  const reason = random.pick(phrases.reasons[motive]);
  return random.chance(0.6) ? `${reason} ${random.pick(phrases.requests)}` : reason;
}

/** Returns the values of the placeholders. Places are blocks for a wish within the district, and districts otherwise. */
function valuesOf({ isWoman, inHindi, subjectCode, posting, wish }: TextSubject): Record<string, string> {
  const withinDistrict = posting.districtCode === wish.districtCode;
  const names = {
    posting: placeName(posting.districtCode, withinDistrict ? posting.blockCode : null, inHindi),
    wish: placeName(wish.districtCode, withinDistrict ? wish.blockCode : null, inHindi),
  };
  const subject = subjectByCode(subjectCode);
  if (inHindi)
    return {
      ...names,
      subject: namesIn('hi').subject(subject.name),
      spouse: isWoman ? 'मेरे पति' : 'मेरी पत्नी',
    };
  return { ...names, subject: subject.name, spouse: isWoman ? 'husband' : 'wife' };
}

function placeName(districtCode: string, blockCode: string | null, inHindi: boolean): string {
  const names = namesIn(inHindi ? 'hi' : 'en');
  const district = districtByCode(districtCode).name;
  return blockCode === null ? names.district(district) : names.block(district, blockByCode(blockCode).name);
}

function fill(text: string, names: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => names[name] ?? whole);
}
