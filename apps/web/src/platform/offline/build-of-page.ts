declare global {
  interface Window {
    /** Routes of the page's build, from React Router. */
    __reactRouterManifest?: { readonly version: string };
  }
}

/** Returns the build that rendered this page, or an empty text in a component test. */
export function buildOfPage(): string {
  return window.__reactRouterManifest?.version ?? '';
}
