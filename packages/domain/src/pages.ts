import type { Language } from './language/language.ts';

/** Addresses that the server knows: the public list, the one page that may run the payment provider's script, and those in messages. */
export const pagePaths = {
  home: '/',
  viewRequests: '/view-requests',
  payment: '/payment',
  /** What signed links in messages open: they do one thing for who is not signed in. */
  stop: '/stop',
  renew: '/renew',
  reset: '/reset',
} as const;

/** Whether an address, without its query, shows the public list. */
export function isPublicListPath(path: string): boolean {
  return path === pagePaths.home || path === pagePaths.viewRequests;
}

/** What the server tells the pages of a visit. */
export interface AppContext {
  readonly language: Language;
  readonly nonce: string;
  /** Names the content of the reference data, so that browsers keep it for a year. */
  readonly referenceHash: string;
  /** Asks the server's own API as the anonymous visitor, without leaving the process. */
  readonly api: (path: string) => Promise<{ status: number; body: unknown }>;
}
