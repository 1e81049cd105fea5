/** Where the browser keeps the reader's colours, and where the page says them: Mantine's own names, so that its parts agree. */
export const COLOR_SCHEME_KEY = 'mantine-color-scheme-value';
export const COLOR_SCHEME_ATTRIBUTE = 'data-mantine-color-scheme';

export type ColorScheme = 'light' | 'dark';

/** Shows the page in these colours, now and at the next visit. */
export function chooseColorScheme(scheme: ColorScheme): void {
  localStorage.setItem(COLOR_SCHEME_KEY, scheme);
  document.documentElement.setAttribute(COLOR_SCHEME_ATTRIBUTE, scheme);
}
