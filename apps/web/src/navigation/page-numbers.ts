/** Returns the numbers that a pager of `width` buttons shows, centred on the current page unless an end is near. */
export function pageNumbers(current: number, pages: number, width: number): number[] {
  const shown = Math.min(width, pages);
  const first = Math.max(1, Math.min(current - Math.floor(shown / 2), pages - shown + 1));
  return Array.from({ length: shown }, (_, index) => first + index);
}
