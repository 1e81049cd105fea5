/** Where the browser keeps how close the entries of lists stand, and where the page says it. */
export const DENSITY_KEY = 'list-density';
export const DENSITY_ATTRIBUTE = 'data-density';

type Density = 'compact' | 'roomy';

const listeners = new Set<() => void>();

/** Shows lists so, now and at the next visit. */
export function chooseDensity(density: Density): void {
  localStorage.setItem(DENSITY_KEY, density);
  document.documentElement.setAttribute(DENSITY_ATTRIBUTE, density);
  for (const listener of listeners) listener();
}

/** How lists are shown in this browser. */
export function currentDensity(): Density {
  return document.documentElement.getAttribute(DENSITY_ATTRIBUTE) === 'compact' ? 'compact' : 'roomy';
}

/** Calls the listener at each change, until the returned function is called. */
export function onDensity(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
