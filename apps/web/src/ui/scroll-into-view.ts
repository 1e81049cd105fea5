/** Ref that scrolls an element into view once it is rendered. A function of a component would scroll at each render. */
export function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
