/** A page as a visitor opens it, and what of it Lighthouse is asked. */
export interface Page {
  readonly path: string;
  readonly language: 'en' | 'hi';
  readonly isSignedIn: boolean;
}

/** Each is measured by itself, in a browser that has never seen the product. */
export const pages: readonly Page[] = [
  { path: '/', language: 'en', isSignedIn: false },
  { path: '/', language: 'hi', isSignedIn: false },
  { path: '/login', language: 'en', isSignedIn: false },
  { path: '/register', language: 'en', isSignedIn: false },
  { path: '/dashboard', language: 'en', isSignedIn: true },
];
