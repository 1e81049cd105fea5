/** Focuses an element that replaced the focused one. The removal of the focused element moves the focus to the body. */
export function focusIfLost(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus();
}
