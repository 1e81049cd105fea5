import { beforeEach } from 'vitest';

// Test files share a tab, and with it the storage: a payment status that another file stored decides what a screen loads.
beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});
