import type { Language } from './language.ts';

/** Addresses that the server treats apart: the public list, and the one page that may run the payment provider's script. */
export const pagePaths = { home: '/', viewRequests: '/view-requests', payment: '/payment' } as const;

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
