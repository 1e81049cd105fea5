import { FACTOR_MINUTES, FACTOR_TRIES } from '@mutual-transfer/domain/constants';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Key by which a budget counts. `browser`: the browser by its cookie; its address (IPv6 /64) may use a hundred times the amount, then each
 * browser solves a proof of work, up to a thousand times the amount. `address`: an IPv4 address, or the /64 and the /48 of an IPv6 address.
 * `subject`: the account, phone number or other text that the caller of `reserve` passes.
 */
type BudgetKey = 'browser' | 'address' | 'subject' | 'subject and address';

/** Number of points per time window, counted across all server processes. */
export interface Budget {
  /** Name in response headers, and prefix of the keys in the table `rate_limits`. */
  name: string;
  by: BudgetKey;
  amount: number;
  seconds: number;
  /** Points without a proof of work; calls beyond them need one. `isFree` tells them apart. */
  free?: number;
  /** Amount of a subject from all addresses together, in a budget that counts by address. Never reported: it would say what others did. */
  fromAll?: number;
  /** Error code of a refusal, if it is not `rate_limited`. */
  refusal?: 'posting_limit' | 'visitor_limit';
  /** True if the subject is an email address or a phone number. Only its hash is stored then. */
  isPersonal?: true;
  /**
   * True to count in the process and write in batches, so that most calls write nothing. Each process may admit 24 more points, and the calls
   * that arrive while it writes a batch.
   */
  isBatched?: true;
  /** True to omit the budget from the response headers, which would reveal how often others used it. */
  isSilent?: true;
}

const reads = { by: 'browser', seconds: 5 * MINUTE, isBatched: true } as const;
const visitors = { by: 'address', seconds: 5 * MINUTE, isBatched: true } as const;

/**
 * All budgets of the product. Beyond a budget marked (proof), and beyond the ceiling of an address, the server requires a proof of work;
 * beyond the others it refuses the call. A device that signed in before counts for itself instead of its address (`device` of a reservation).
 */
export const budgets = {
  // API calls.
  account: { name: 'account', by: 'subject', amount: 1_500, seconds: 5 * MINUTE, isBatched: true },
  api: { ...reads, name: 'api', amount: 300 },
  page: { ...reads, name: 'page', amount: 600 },
  links: { ...reads, name: 'links', amount: 300 },
  visitorRows: {
    name: 'visitor-rows',
    by: 'browser',
    amount: 3_000,
    seconds: DAY,
    refusal: 'visitor_limit',
  },
  // Printed codes of orders, and shared links.
  lookups: { name: 'lookups', by: 'browser', amount: 60, seconds: HOUR },

  // Challenges of a proof of work, which callers need once their other budgets are used up.
  challenge: { ...visitors, name: 'challenge', amount: 3_000 },

  // Captchas and forms before login (proof).
  captcha: { ...visitors, name: 'captcha', amount: 300 },
  entry: { ...visitors, name: 'entry', amount: 300 },

  // Guesses of passwords and codes. Beyond the budget of failures, an address or account needs a proof of work. `proof` admits each proof
  // once.
  login: { name: 'login', by: 'subject and address', amount: 25, seconds: HOUR, isPersonal: true },
  failures: {
    name: 'failures',
    by: 'address',
    amount: 50,
    fromAll: 50,
    seconds: HOUR,
    isPersonal: true,
    isSilent: true,
  },
  proof: { name: 'proof', by: 'subject', amount: 1, seconds: HOUR, isSilent: true },
  // Codes of a second factor: those of one sign-in or set-up, and wrong ones of an account and its present password.
  factor: { name: 'factor', by: 'subject', amount: FACTOR_TRIES, seconds: FACTOR_MINUTES * MINUTE },
  factorOfAccount: { name: 'factor-of-account', by: 'subject', amount: 30, seconds: DAY },
  ownPassword: { name: 'own-password', by: 'subject', amount: 25, seconds: HOUR },

  // Registration. A whole town may register on one day behind one address. The total bounds the contacts that accounts of one address open
  // once they have standing.
  registration: { name: 'registration', by: 'address', free: 300, amount: 2_880, seconds: DAY },
  taken: { name: 'registration-taken', by: 'address', amount: 60, seconds: 30 * MINUTE },

  // Complaints of visitors.
  complaints: { name: 'complaints', by: 'address', free: 10, amount: 1_000, seconds: DAY },

  // Codes and links that visitors request. Each message costs money or disturbs its recipient. Requests of strangers do not use up those
  // of a device that signed in to the recipient's account.
  messages: { name: 'messages', by: 'address', free: 30, amount: 1_000, seconds: HOUR },
  messagesToRecipient: {
    name: 'messages-to-recipient',
    by: 'subject and address',
    amount: 5,
    fromAll: 25,
    seconds: DAY,
    isPersonal: true,
  },

  // Links that confirm an email address: requested by its account, and all to one mailbox, which may belong to a stranger.
  confirmations: { name: 'email-confirmations', by: 'subject', amount: 5, seconds: DAY },
  confirmationsToRecipient: {
    name: 'email-confirmations-from-all',
    by: 'subject',
    amount: 5,
    seconds: DAY,
    isPersonal: true,
    isSilent: true,
  },

  // Codes that an account requests for its own number.
  ownCodes: { name: 'own-codes', by: 'subject', amount: 5, seconds: DAY },
  ownCodesOfAddress: { name: 'address-own-codes', by: 'address', amount: 1_000, seconds: HOUR },
  ownCodesToRecipient: {
    name: 'own-codes-from-all',
    by: 'subject',
    amount: 25,
    seconds: DAY,
    isPersonal: true,
    isSilent: true,
  },

  posting: { name: 'posting', by: 'subject', amount: 20, seconds: DAY, refusal: 'posting_limit' },
  // Announcements, and changes of name or school, each of which adds words to the indexes of every process.
  texts: { name: 'texts', by: 'subject', amount: 20, seconds: DAY },
  // Messages with a refused text. A message that is sent or held counts in the limit of its kind instead.
  refusedTexts: { name: 'refused-texts', by: 'subject', amount: 20, seconds: DAY },
  // Changes of privacy settings that show a hidden field.
  showing: { name: 'showing', by: 'subject', amount: 50, seconds: DAY },
  blockChanges: { name: 'block-changes', by: 'subject', amount: 50, seconds: DAY },
} as const satisfies Readonly<Record<string, Budget>>;

export type BudgetName = keyof typeof budgets;

/** Names of the budgets whose first points need no proof of work. */
export type FreeBudgetName = {
  [Name in BudgetName]: (typeof budgets)[Name] extends { free: number } ? Name : never;
}[BudgetName];

/** Budgets of visitors that a route can name in its `config`. */
export type VisitorBudget = 'api' | 'links';

/** Returns the budget of a group of addresses, with `factor` times the amount of a single address. */
export function widened(budget: Budget, factor: number): Budget {
  return factor === 1
    ? budget
    : {
        ...budget,
        name: `${budget.name}-network`,
        amount: budget.amount * factor,
        ...(budget.free !== undefined && { free: budget.free * factor }),
      };
}
