import {
  type Category,
  type ClassRange,
  classRanges,
  type RecruitmentBatch,
} from '@mutual-transfer/domain/reference/teaching';

import type { Preset } from './preset.ts';
import { type Random, Weighted } from './random.ts';

/** Subject, class level and category of a teacher. Swaps happen within one stratum. */
export interface Stratum {
  subjectCode: string;
  classRange: ClassRange;
  category: Category | null;
  recruitmentBatch: RecruitmentBatch | null;
}

type Subjects = Readonly<Record<string, number>>;

/** Percentage of all teachers by class level, estimated from the sizes of the recruitments. */
const levelShares: Readonly<Record<ClassRange, number>> = { '1-5': 52, '6-8': 26, '9-10': 12, '11-12': 10 };

/** Percentage of a level's teachers by subject. */
const subjectShares: Readonly<Record<ClassRange, Subjects>> = {
  '1-5': {
    'general-subject': 68,
    urdu: 13,
    'environmental-studies': 6,
    hindi: 5,
    mathematics: 4,
    english: 3,
    'physical-education': 1,
  },
  '6-8': {
    'maths-and-science': 31,
    'social-science': 26,
    hindi: 14,
    english: 12,
    sanskrit: 8,
    urdu: 6,
    'physical-education': 2,
    drawing: 1,
  },
  '9-10': {
    'social-science': 18,
    mathematics: 16,
    science: 16,
    hindi: 15,
    english: 14,
    sanskrit: 9,
    urdu: 6,
    'physical-education': 3,
    music: 1.5,
    'fine-arts': 1,
    drawing: 0.5,
  },
  '11-12': {
    'hindi-literature': 9,
    'english-literature': 9,
    physics: 9,
    chemistry: 9,
    mathematics: 9,
    biology: 8,
    history: 8,
    'political-science': 7,
    geography: 6,
    economics: 5,
    sanskrit: 3,
    urdu: 3,
    psychology: 4,
    sociology: 2.5,
    philosophy: 1.5,
    accountancy: 2.5,
    'business-studies': 2.5,
    'home-science': 3,
    'statistical-mathematics': 0.7,
    music: 0.8,
    'physical-education': 0.5,
  },
};

/** Percentage of a level's teachers by category. */
const categoryShares: Readonly<Record<ClassRange, readonly (readonly [Category, number])[]>> = {
  '1-5': [
    ['regular', 14],
    ['special', 48],
    ['school', 38],
  ],
  '6-8': [
    ['regular', 18],
    ['special', 40],
    ['school', 42],
  ],
  '9-10': [
    ['regular', 22],
    ['special', 24],
    ['school', 54],
  ],
  '11-12': [
    ['regular', 16],
    ['special', 18],
    ['school', 66],
  ],
};

const batches = new Weighted<RecruitmentBatch | null>([
  ['TRE 1', 43],
  ['TRE 2', 30],
  ['TRE 3', 19],
  [null, 8],
]);

/** Draws strata in plausible proportions. */
export class Strata {
  readonly #subjects: Weighted<{ subjectCode: string; classRange: ClassRange }>;
  readonly #categories: ReadonlyMap<ClassRange, Weighted<Category>>;
  readonly #notStated: number;

  constructor(preset: Preset) {
    this.#subjects = new Weighted(subjectEntries(preset.stratumExponent));
    this.#categories = new Map(
      classRanges.map((level) => [
        level,
        new Weighted(
          categoryShares[level].map(([category, share]) => [category, share ** preset.stratumExponent]),
        ),
      ]),
    );
    this.#notStated = preset.categoryNotStated;
  }

  /** Draws the subject, class level and category of one teacher. */
  draw(random: Random): Stratum {
    const { subjectCode, classRange } = this.#subjects.draw(random);
    const stated = !random.chance(this.#notStated);
    const category = (stated && this.#categories.get(classRange)?.draw(random)) || null;
    const recruitmentBatch = category === 'school' ? batches.draw(random) : null;
    return { subjectCode, classRange, category, recruitmentBatch };
  }
}

function* subjectEntries(exponent: number) {
  for (const classRange of classRanges) {
    const shares = Object.entries(subjectShares[classRange]).map(
      ([subjectCode, share]) => [subjectCode, share ** exponent] as const,
    );
    const total = shares.reduce((sum, [, share]) => sum + share, 0);
    for (const [subjectCode, share] of shares) {
      yield [{ subjectCode, classRange }, (levelShares[classRange] * share) / total] as const;
    }
  }
}
