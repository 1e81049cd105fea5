import { beforeEach } from 'vitest';

// Test files share a tab, and with it the storage: a payment status stored by another file would decide what a screen loads.
beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});
