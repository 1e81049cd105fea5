import { MILLISECONDS_A_DAY } from '../constants.ts';
import { JOINING_DAYS, ORDER_DAYS } from './agreement-rules.ts';

interface StepTimes {
  agreedAt: Date;
  submittedAt: Date | null;
  /** Deadline of the next step to which the office extended it. */
  extendedUntil: Date | null;
  /** True if each member has the order, so that joining is the next step. */
  isOrdered: boolean;
}

/** Deadlines on the portal. */
export interface StepDeadlines {
  submitted?: Date;
  ordered?: Date;
  joined?: Date;
}

/** Returns the deadlines of the steps on the portal. After the submission of the group they count from it. */
export function stepDeadlines({ agreedAt, submittedAt, extendedUntil, isOrdered }: StepTimes): StepDeadlines {
  if (submittedAt === null) return { submitted: later(after(agreedAt, ORDER_DAYS), extendedUntil) };
  return {
    ordered: later(after(submittedAt, ORDER_DAYS), isOrdered ? null : extendedUntil),
    joined: later(after(submittedAt, ORDER_DAYS + JOINING_DAYS), extendedUntil),
  };
}

function after(moment: Date, days: number): Date {
  return new Date(moment.getTime() + days * MILLISECONDS_A_DAY);
}

function later(deadline: Date, extended: Date | null): Date {
  return extended !== null && extended > deadline ? extended : deadline;
}
