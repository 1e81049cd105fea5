/** Page as a visitor opens it, with the Lighthouse categories to measure. */
export interface Page {
  readonly path: string;
  readonly language: 'en' | 'hi';
  readonly isSignedIn: boolean;
}

/** Pages to measure, each in a new browser with an empty cache. */
export const pages: readonly Page[] = [
  { path: '/', language: 'en', isSignedIn: false },
  { path: '/', language: 'hi', isSignedIn: false },
  { path: '/login', language: 'en', isSignedIn: false },
  { path: '/register', language: 'en', isSignedIn: false },
  { path: '/dashboard', language: 'en', isSignedIn: true },
];
