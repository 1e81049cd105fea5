/** A teacher's earlier answers, and signs of a yes, from which the probability of the next yes is computed. */
export interface YesHistory {
  /** Number of signs of a yes. */
  signs: number;
  /** The teacher's own answers to proposals of rounds. A silence is a refusal. */
  yes: number;
  refused: number;
}

/** Probability of a yes that a plan assumes until there are enough answers: of a teacher who is asked, and of one who can only object. */
export const USUAL_CHANCE = 0.9;
export const USUAL_CHANCE_OF_SILENCE = 0.98;
const LEAST_CHANCE = 0.5;
const MOST_CHANCE = 0.99;
/** Factor on the odds of a yes for each sign of it. */
const ODDS_OF_A_SIGN = 2;
/** Number of own answers that weigh as much as the prior. */
const ANSWERS_OF_THE_PRIOR = 2;

/** Restricts a probability to the range that a plan may assume of teachers without answers of their own. */
export function plausible(chance: number): number {
  return Math.min(MOST_CHANCE, Math.max(LEAST_CHANCE, chance));
}

/**
 * Returns the probability of a yes of each teacher: a prior from the mean probability and the teacher's signs compared with the others', then
 * the teacher's own answers. Answers of others change it only by the mean.
 */
export function yesProbabilities(teachers: readonly YesHistory[], mean: number): number[] {
  const usual = teachers.reduce((sum, { signs }) => sum + signs, 0) / teachers.length;
  const odds = mean / (1 - mean);
  return teachers.map(({ signs, yes, refused }) => {
    const own = odds * ODDS_OF_A_SIGN ** (signs - usual);
    const prior = plausible(own / (1 + own));
    return (ANSWERS_OF_THE_PRIOR * prior + yes) / (ANSWERS_OF_THE_PRIOR + yes + refused);
  });
}
