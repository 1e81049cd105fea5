import type { PersonPage } from '@mutual-transfer/domain/administration/administration';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearSession } from '../platform/session.ts';
import { signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { CorrectPerson } from './correct-person.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
});

const name = () => page.getByRole('textbox', { name: 'Full name' });
const school = () => page.getByRole('textbox', { name: 'School name' });
const correct = () => page.getByRole('button', { name: 'Correct the account' });

function Sample({ user }: Pick<PersonPage, 'user'>) {
  const [done, setDone] = useState('');
  const present: PersonPage = {
    user: { ...user, name: 'Asha Devi' },
    verification: null,
    requests: [],
    alertsSent: [],
    payments: [],
    brokenAgreementAt: null,
    consents: [],
    sms: [],
    mailBouncedAt: null,
    sessions: [],
    agreements: [],
    history: [],
  };
  return (
    <>
      <p>{done}</p>
      {done === '' && (
        <CorrectPerson
          onClose={() => {}}
          onDone={setDone}
          reload={async () => ({ answer: present, tag: '"second"' })}
          tag={'"first"'}
          teacher={user}
          userId="a"
        />
      )}
    </>
  );
}

/** Stubs an API on which another administrator corrects the account before the first `PUT`. */
async function correcting(agreements: readonly object[] = []) {
  const user = signInAs('admin');
  const changes: { tag: string | null; body: unknown }[] = [];
  api = answerCalls((_path, body, _parameters, init) => {
    if (init?.method !== 'PUT') return { status: 200, body: { districts: [], agreements } };
    const tag = new Headers(init.headers).get('if-match');
    changes.push({ tag, body });
    if (tag === '"second"') return { status: 200, body: { ...user, name: 'Asha Sinha' } };
    const message = 'This was changed in the meantime.';
    return { status: 412, body: { code: 'changed_meanwhile', message } };
  });
  await show(<Sample user={user} />);
  await page.getByRole('textbox', { name: 'Reason' }).fill('Misspelt');
  return changes;
}

it('a correction sends the tag of the loaded account; if another one came first, the form shows the current account and keeps the other input', async () => {
  const changes = await correcting();
  await name().fill('Asha Sinha');
  await school().fill('Middle School Bihta');
  await correct().click();
  await expect.element(page.getByText('This was changed in the meantime.')).toBeVisible();
  await expect.element(name()).toHaveValue('Asha Sinha');
  await page.getByRole('button', { name: 'Show the account as it is now' }).click();
  await expect.element(name()).toHaveValue('Asha Devi');
  await expect.element(school()).toHaveValue('Middle School Bihta');
  await name().fill('Asha Sinha');
  await correct().click();
  await expect.element(page.getByText('The account of Asha Sinha has been corrected.')).toBeVisible();
  const posting = expect.objectContaining({ schoolName: 'Middle School Bihta' });
  const body = { name: 'Asha Sinha', posting, reason: 'Misspelt' };
  expect(changes).toEqual([
    { tag: '"first"', body },
    { tag: '"second"', body },
  ]);
});

it('a correction without a change is not sent, and the form shows a message', async () => {
  const changes = await correcting();
  await correct().click();
  await expect.element(page.getByText(/Nothing differs from the account yet/)).toBeVisible();
  expect(changes).toEqual([]);
});

it('a correction of facts names the groups that rest on them, and what follows', async () => {
  const members = [{ seat: 1, teacher: { _id: 'b', name: 'Anil Paswan' } }];
  await correcting([{ _id: 'g', number: 'G7K2MPQR', state: 'agreed', officeState: 'agreed', members }]);
  expect(page.getByText(/G7K2MPQR/).elements()).toEqual([]);
  await school().fill('Middle School Bihta');
  await expect.element(page.getByText(/G7K2MPQR.*Agreed: Anil Paswan/)).toBeVisible();
  await expect.element(page.getByText(/An agreement stays/)).toBeVisible();
});
