/** Focuses an element that replaced the focused one. The removal of the focused element moves the focus to the body. */
export function focusIfLost(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus();
}

/** Ref that scrolls an element into view once it is rendered. A function of a component would scroll at each render. */
export function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
