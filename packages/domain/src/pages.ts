import type { Operator } from './administration/operator.ts';
import { isLanguage, type Language } from './language/language.ts';

/**
 * Paths that the server uses: the public list, the only page that may run the payment provider's script, and the
 * pages linked from messages.
 */
export const pagePaths = {
  home: '/',
  viewRequests: '/view-requests',
  payment: '/payment',
  /** Targets of signed links in messages. Each performs one action without a sign-in. */
  stop: '/stop',
  renew: '/renew',
  confirm: '/confirm',
  reset: '/reset',
  share: '/i/:language/:code',
} as const;

/** Returns true if a path, without its query, is that of the public list. */
export function isPublicListPath(path: string): boolean {
  return path === pagePaths.home || path === pagePaths.viewRequests;
}

/** Pages with no data but who runs the product: the same for every visitor of a language. */
const plainPaths: readonly string[] = [
  ...['/register', '/terms', '/privacy-notice', '/refunds', '/contact', '/help', '/accessibility'],
];

export function isPlainPath(path: string): boolean {
  return plainPaths.includes(path);
}

/** Returns the language in the path of a shared link; undefined for any other path. */
export function languageOfLink(path: string): Language | undefined {
  const [, language] = /^\/i\/([^/]+)\/[^/]+\/?$/.exec(path) ?? [];
  return isLanguage(language) ? language : undefined;
}

/** Text in one language. */
export interface LocalText {
  language: Language;
  text: string;
}

/** Who runs the site, with the address for complaints. */
export interface SiteOperator extends Operator {
  email: string;
}

/** Providers that receive personal data if they are configured. */
export type Receiver = 'payment' | 'sms' | 'mail' | 'push';

/** Settings of this server that the privacy notice states. */
export interface PrivacyFacts {
  receivers: readonly Receiver[];
  /** True if the registration data of an erased account is kept, sealed. */
  sealsRecords: boolean;
}

/** Data that the server passes to the pages of a visit. */
export interface AppContext {
  language: Language;
  nonce: string;
  /** Hash of the reference data, so that browsers can cache it for a year. */
  referenceHash: string;
  /** Who runs the product. */
  operator: SiteOperator;
  privacy: PrivacyFacts;
  /** Sentence for browsers that are too old, in every language. */
  tooOld: readonly LocalText[];
  /** Calls the server's own API as an anonymous visitor, within the process. */
  api: (path: string) => Promise<{ status: number; body: unknown }>;
}
