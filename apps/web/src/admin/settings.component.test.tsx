import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearSession } from '../platform/session.ts';
import { supportQuery } from '../platform/support.queries.ts';
import { signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { refundRuleQuery, settingsQuery } from './admin.queries.ts';
import { SettingsSection } from './settings.tsx';

const operator = {
  kind: 'founder' as const,
  name: 'Mutual Transfer',
  address: 'Fraser Road, Patna',
  phone: '',
  grievanceOfficer: 'Asha Kumari, 0612 2200000',
  gstin: '',
};

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
});

/** Renders its children with answers from before a change of another administrator. */
function WithEarlier({ userId, children }: { userId: string; children: ReactNode }) {
  const client = useQueryClient();
  useState(() => {
    client.setQueryData(supportQuery.queryKey, {
      supportEmail: 'before@example.org',
      portalUrl: null,
      operator,
      sendsPasswordLinks: false,
      sendsPasswordCodes: false,
    });
    client.setQueryData(refundRuleQuery(userId).queryKey, { isOn: false, since: null });
    client.setQueryData(settingsQuery(userId).queryKey, { isPaymentRequired: false, paymentAmount: 100 });
  });
  return children;
}

function answerSettings() {
  return answerCalls((path) => {
    if (path === '/api/support')
      return { status: 200, body: { supportEmail: 'now@example.org', portalUrl: null, operator } };
    if (path === '/api/admin/refund-rule') return { status: 200, body: { isOn: true, since: null } };
    return { status: 200, body: { isPaymentRequired: true, paymentAmount: 250 } };
  });
}

it('the forms of the settings start from the present values', async () => {
  const { _id: userId } = signInAs('admin');
  api = answerSettings();
  await show(
    <WithEarlier userId={userId}>
      <SettingsSection userId={userId} />
    </WithEarlier>,
  );
  await expect.element(page.getByRole('textbox', { name: 'Email address' })).toHaveValue('now@example.org');
  await expect.element(page.getByRole('textbox', { name: 'Amount in rupees' })).toHaveValue('250');
  await expect.poll(() => page.getByRole('switch').elements()).toHaveLength(2);
  for (const field of page.getByRole('switch').all()) await expect.element(field).toBeChecked();
});

it('the own password says from which length on it is long enough, before it is sent', async () => {
  const { _id: userId } = signInAs('admin');
  api = answerSettings();
  await show(<SettingsSection userId={userId} />);
  const form = page.getByRole('region', { name: 'Change admin password' });
  const field = form.getByLabelText(/^New password(?! again)/).first();
  await form
    .getByLabelText(/^Current password/)
    .first()
    .fill('a present password');
  for (const [password, sentence] of [
    ['short', 'Password must be at least 6 characters long'],
    ['elevenchars', 'Administrators need at least 12 characters'],
  ] as const) {
    await field.fill(password);
    await form.getByRole('button', { name: 'Change password' }).click();
    await expect.element(field).toHaveAccessibleDescription(expect.stringContaining(sentence));
  }
});
