import type { Language } from '@mutual-transfer/domain/language';
import { createContext } from 'react-router';

/** What the server tells the pages of a visit; the same shape stands in the server's `plugins/web.ts`. */
export interface AppContext {
  readonly language: Language;
  readonly nonce: string;
  /** Names the content of the reference data, so that browsers keep it for a year. */
  readonly referenceHash: string;
  /** Asks our own API as the anonymous visitor, without leaving the process. */
  readonly api: (path: string) => Promise<{ status: number; body: unknown }>;
}

export const appContext = createContext<AppContext>();
