/** How a season asks for consent and plans. Times in hours. */
export interface WayOfConsent {
  /** Time of the first plan: most have answered the readiness question, or the list of consents closes. */
  readonly firstPlan: number;
  /** Interval at which failed strata are planned again. */
  readonly plannedEvery: number;
  /** Time to answer a proposal, or to object to it. */
  readonly answered: number;
  /** Probability, assumed by the plan, that a ready teacher does not refuse. */
  readonly survival: number;
  readonly silenceAgrees: boolean;
}

/** `before`: teachers consent before the plan and may object to its groups. `after`: they answer the proposals of the plan. */
export const waysOfConsent = {
  before: { firstPlan: 5 * 24, plannedEvery: 24, answered: 24, survival: 0.98, silenceAgrees: true },
  after: { firstPlan: 3 * 24, plannedEvery: 6, answered: 72, survival: 0.93, silenceAgrees: false },
} as const satisfies Readonly<Record<'before' | 'after', WayOfConsent>>;
