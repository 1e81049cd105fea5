declare global {
  interface Window {
    /** Routes of the page's build, from React Router. */
    __reactRouterManifest?: { version: string };
  }
}

/** Returns the build that rendered this page, or an empty text without a page, as in tests. */
export function buildOfPage(): string {
  return globalThis.window?.__reactRouterManifest?.version ?? '';
}
