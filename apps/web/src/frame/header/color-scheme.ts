import { deviceStorage } from '../../platform/device-storage.ts';

/** Storage key and page attribute of the colour scheme. */
export const COLOR_SCHEME_KEY = 'color-scheme';
export const COLOR_SCHEME_ATTRIBUTE = 'data-color-scheme';

export type ColorScheme = 'light' | 'dark';

/** Applies the colour scheme and stores it for the next visit. */
export function chooseColorScheme(scheme: ColorScheme): void {
  deviceStorage.set(COLOR_SCHEME_KEY, scheme);
  document.documentElement.setAttribute(COLOR_SCHEME_ATTRIBUTE, scheme);
}
