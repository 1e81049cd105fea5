import { DASHBOARD_POLL } from '@mutual-transfer/domain/constants';
import type { Alert } from '@mutual-transfer/domain/notices/alert';
import { useIsFetching } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { clearSession, currentSession, storeSession } from '../platform/session.ts';
import { dashboardOf, meOf } from '../testing/dashboards.ts';
import { person, signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import DashboardPage from './dashboard-page.tsx';

let api: ReturnType<typeof answerCalls>;
/** Messages that other teachers have sent. */
let messages: string[];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  messages = [];
  const account = signInAs();
  api = answerCalls((path) => {
    const alerts = messages.map(
      (message, number): Alert => ({
        _id: `alert ${number}`,
        fromUser: person(),
        kind: 'message',
        message,
        isRead: false,
        isHiddenForRecipient: false,
        createdAt: '2026-06-15T06:30:00.000Z',
      }),
    );
    const unread = alerts.length;
    const answers: Readonly<Record<string, unknown>> = {
      '/api/dashboard': dashboardOf({ alerts, unread }),
      '/api/me': meOf(account, { waiting: { alerts: unread, proposals: 0 } }),
      '/api/alerts/unread': { unread },
      '/api/agreements': dashboardOf().proposals,
    };
    return { status: 200, body: answers[path] ?? {} };
  });
});
afterEach(() => {
  setVisibility('visible');
  vi.useRealTimers();
  api.stop();
  clearSession();
  sessionStorage.clear();
});

function Loaded() {
  return useIsFetching() === 0 && <p>All is loaded</p>;
}

/** Shows the dashboard until this call, its last one, is answered. */
async function showDashboard(last = '/api/alerts/unread') {
  await show(
    <>
      <DashboardPage />
      <Loaded />
    </>,
  );
  await expect.element(page.getByRole('heading', { name: 'Alerts' })).toBeVisible();
  await expect.poll(() => api.calls.map(({ path }) => path)).toContain(last);
  await expect.element(page.getByText('All is loaded')).toBeVisible();
}

function setVisibility(state: DocumentVisibilityState): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}

const alert = page.getByText('Shall we swap?');

it('an alert sent by another teacher is on the open dashboard at the next interval', async () => {
  await showDashboard();
  messages.push('Shall we swap?');
  await vi.advanceTimersByTimeAsync(DASHBOARD_POLL - 1_000);
  await expect.element(page.getByText('All is loaded')).toBeVisible();
  expect(alert.elements()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  await expect.element(alert).toBeVisible();
  await expect.element(page.getByText('1 new')).toBeVisible();
});

it('an alert is on the dashboard as soon as its tab is shown, and a hidden tab asks nothing', async () => {
  await showDashboard();
  setVisibility('hidden');
  messages.push('Shall we swap?');
  const before = api.calls.length;
  await vi.advanceTimersByTimeAsync(10 * DASHBOARD_POLL);
  expect(api.calls).toHaveLength(before);
  setVisibility('visible');
  await expect.element(alert).toBeVisible();
});

it('in an administrator’s view as a teacher nothing asks for the number of unread alerts', async () => {
  const session = currentSession();
  if (session === null) throw new Error('not signed in');
  storeSession({ ...session, user: { ...session.user, impersonated: true } });
  messages.push('Shall we swap?');
  await showDashboard('/api/me');
  await expect.element(alert).toBeVisible();
  const before = api.calls.length;
  await vi.advanceTimersByTimeAsync(2 * DASHBOARD_POLL);
  expect(api.calls).toHaveLength(before);
  expect(api.calls.filter(({ path }) => path === '/api/alerts/unread')).toEqual([]);
});
