const MINUTE = 60;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
const READS_LAST = 5 * MINUTE;

/** So many points within so many seconds, under the name that callers read in the headers. */
export interface Policy {
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}

/** What visitors without a session read, each kind out of a budget of its own. */
export type VisitorBudget = 'api' | 'captcha' | 'entry' | 'page';

export const policies = {
  login: { name: 'login', points: 25, seconds: HOUR },
  ownPassword: { name: 'own-password', points: 25, seconds: HOUR },
  registration: { name: 'registration', points: 60, seconds: 30 * MINUTE },
  taken: { name: 'registration-taken', points: 60, seconds: 30 * MINUTE },
  shareVisits: { name: 'share-visits', points: 60, seconds: HOUR },
  posting: { name: 'posting', points: 20, seconds: DAY },
  blockChanges: { name: 'block-changes', points: 50, seconds: DAY },
  account: { name: 'account', points: 1_500, seconds: READS_LAST },
} as const satisfies Readonly<Record<string, Policy>>;

/** By what a code or a link is sent that a visitor asks for. */
export type MessageChannel = 'sms' | 'email';

export const messagePolicies = {
  sms: {
    fromAddress: { name: 'address-codes', points: 30, seconds: HOUR },
    fromAddressToRecipient: { name: 'phone-codes', points: 5, seconds: DAY },
    toRecipient: { name: 'phone-codes-from-all', points: 25, seconds: DAY },
  },
  email: {
    fromAddress: { name: 'address-password-links', points: 30, seconds: HOUR },
    fromAddressToRecipient: { name: 'password-links', points: 5, seconds: DAY },
    toRecipient: { name: 'password-links-from-all', points: 25, seconds: DAY },
  },
} as const satisfies Readonly<Record<MessageChannel, Readonly<Record<string, Policy>>>>;

export const visitorPolicies: Readonly<Record<VisitorBudget, Policy>> = {
  api: { name: 'api', points: 300, seconds: READS_LAST },
  captcha: { name: 'captcha', points: 300, seconds: READS_LAST },
  entry: { name: 'entry', points: 300, seconds: READS_LAST },
  page: { name: 'page', points: 600, seconds: READS_LAST },
};

/** The policy for a group of addresses that has so many times the limit of one. */
export function widened({ name, points, seconds }: Policy, factor: number): Policy {
  return factor === 1
    ? { name, points, seconds }
    : { name: `${name}-network`, points: points * factor, seconds };
}
