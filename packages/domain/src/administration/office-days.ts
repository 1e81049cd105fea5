/** Reasons why an order cannot be of a day. */
export const orderDayProblems = ['future_date', 'before_agreement'] as const;
/** Reasons why a teacher cannot have joined on a day. */
export const joiningDayProblems = [...orderDayProblems, 'before_order'] as const;

export type OrderDayProblem = (typeof orderDayProblems)[number];
export type JoiningDayProblem = (typeof joiningDayProblems)[number];

/** Days, `YYYY-MM-DD` in India's time, to which the day of an order or a joining is compared. */
export interface ComparedDays {
  readonly today: string;
  /** Day of the last yes; null for a proposal. */
  readonly agreedOn: string | null;
}

/** Returns why an order cannot be of this day: it has not come yet, or it is before the agreement. */
export function orderDayProblem(day: string, { today, agreedOn }: ComparedDays): OrderDayProblem | undefined {
  if (day > today) return 'future_date';
  return agreedOn !== null && day < agreedOn ? 'before_agreement' : undefined;
}

/**
 * Returns why a teacher cannot have joined on this day.
 *
 * @param days.orderedOn day of the first order that names the teacher. One that is still to come counts as a mistake and is not compared.
 */
export function joiningDayProblem(
  day: string,
  days: ComparedDays & { readonly orderedOn: string | null },
): JoiningDayProblem | undefined {
  const { orderedOn, today } = days;
  const isEarly = orderedOn !== null && orderedOn <= today && day < orderedOn;
  return isEarly ? 'before_order' : orderDayProblem(day, days);
}
