/** Probability of a yes that a plan assumes until there are enough answers: of a teacher who is asked, and of one who can only object. */
export const USUAL_CHANCE = 0.9;
export const USUAL_CHANCE_OF_SILENCE = 0.98;
const LEAST_CHANCE = 0.5;
const MOST_CHANCE = 0.99;
/** Factor on the odds of a yes for each sign of it. */
const ODDS_OF_A_SIGN = 2;

/** Restricts a probability to the range that a plan may assume. */
export function plausible(chance: number): number {
  return Math.min(MOST_CHANCE, Math.max(LEAST_CHANCE, chance));
}

/**
 * Returns a function from a number of signs to the probability of a yes, given the mean probability of all teachers. Undefined if all
 * teachers have the same number of signs, so that the plan can treat them alike.
 */
export function chancesBySigns(
  signs: readonly number[],
  mean: number,
): ((signsOfOne: number) => number) | undefined {
  if (new Set(signs).size < 2) return undefined;
  const usual = signs.reduce((sum, one) => sum + one, 0) / signs.length;
  const odds = mean / (1 - mean);
  return (signsOfOne) => {
    const own = odds * ODDS_OF_A_SIGN ** (signsOfOne - usual);
    return plausible(own / (1 + own));
  };
}
