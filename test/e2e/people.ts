import { PRIVACY_NOTICE_VERSION } from '@mutual-transfer/domain/constants';
import { expect, type Locator, type Page } from '@playwright/test';

/** Values that a teacher enters into the forms. */
export interface NewTeacher {
  name: string;
  email: string;
  phone: string;
  schoolName: string;
  posting: Place;
  wish: Place;
}

interface Place {
  district: string;
  block: string;
}

export const password = 'a quiet mango orchard';

/** Administrator that every prepared database has. */
export const administrator = { email: 'administrator@example.com', name: 'Meera Sahay', password };

let people = 0;

/** Returns a teacher without an account, with these places and a unique email and phone. */
export function newTeacher(name: string, posting: Place, wish: Place): NewTeacher {
  people += 1;
  const number = `${Date.now() % 1_000_000}`.padStart(6, '0') + String(people).padStart(3, '0');
  return {
    name,
    email: `person-${number}@example.com`,
    phone: `9${number}`,
    schoolName: 'Rajkiya Madhya Vidyalaya',
    posting,
    wish,
  };
}

/** Reads and answers the security question as a person does. */
export async function answerCaptcha(page: Page): Promise<void> {
  const question = page.getByText(/What is \d+ [+-] \d+\?/);
  await expect(question).toBeVisible();
  const answer = answerTo((await question.textContent()) ?? '');
  await page.getByLabel('Your answer').fill(String(answer));
}

/** Returns the input of a picker of places. */
export function picker(page: Page, label: string): Locator {
  return page.getByRole('combobox', { name: label });
}

/** Types into a picker and selects the option. Retries, because the picker of a block may be replaced when the district changes. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await expect(async () => {
    await picker(page, label).fill(option);
    await page.getByRole('option', { name: option, exact: true }).first().click({ timeout: 5_000 });
  }).toPass();
}

/** Fills in the steps of the registration form before that of the login. */
export async function fillFirstSteps(page: Page, person: NewTeacher): Promise<void> {
  await page.goto('/register');
  await page.getByLabel('School name').fill(person.schoolName);
  await choose(page, 'Current district', person.posting.district);
  await choose(page, 'Current posting block', person.posting.block);
  await choose(page, 'Desired district', person.wish.district);
  await choose(page, 'Desired block', person.wish.block);
  await page.getByRole('combobox', { name: 'Subject' }).selectOption('Mathematics');
  await page.getByRole('combobox', { name: 'Class level' }).selectOption('6-8');
  await goOn(page, 2);
  await page.getByLabel('Full name').fill(person.name);
  await page.getByLabel('Mobile number').fill(person.phone);
  await goOn(page, 3);
}

async function goOn(page: Page, step: number): Promise<void> {
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText(`Step ${step} of 3`)).toBeFocused();
}

/** Fills in the registration form and submits it. */
export async function sendRegistration(page: Page, person: NewTeacher): Promise<void> {
  await fillFirstSteps(page, person);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: false }).first().fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('checkbox', { name: 'I agree' }).check();
  await answerCaptcha(page);
  await page.getByRole('button', { name: 'Create Account' }).click();
}

/** Registers the person with the form. */
export async function register(page: Page, person: NewTeacher): Promise<void> {
  await sendRegistration(page, person);
  await expect(page).toHaveURL(/\/dashboard$/);
}

/** Signs in with the form. */
export async function signIn(page: Page, email: string, withPassword = password): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: false }).first().fill(withPassword);
  await answerCaptcha(page);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** Posts a request for the registered wish. */
export async function post(page: Page, reason: string): Promise<void> {
  await page.goto('/transfer-request');
  await page.getByLabel('Reason').fill(reason);
  await page.getByLabel('Additional information').fill('I can move at the end of the term.');
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await expect(page.getByRole('heading', { name: 'Request Submitted Successfully!' })).toBeVisible();
}

interface Session {
  token: string;
  user: { _id: string };
}

/** Requests a security question and solves it, for the API. */
async function solveCaptcha(page: Page): Promise<{ captchaToken: string; captchaAnswer: string }> {
  const { token, question } = (await (await page.request.get('/api/auth/captcha')).json()) as {
    token: string;
    question: string;
  };
  return { captchaToken: token, captchaAnswer: String(answerTo(question)) };
}

/** Signs in on this page with a session of the API. */
async function storeSession(page: Page, session: Session): Promise<void> {
  // A file of the same origin, because a screen would load the whole application.
  await page.goto('/robots.txt');
  await page.evaluate(({ token, user }) => {
    localStorage.setItem('token', token);
    localStorage.setItem('user', JSON.stringify(user));
  }, session);
}

/**
 * Signs the administrator in through the API.
 * @returns the session's token.
 */
export async function signInAsAdministrator(page: Page): Promise<string> {
  const { email } = administrator;
  const response = await page.request.post('/api/auth/login', {
    data: { email, password, ...(await solveCaptcha(page)) },
  });
  expect(response.status(), await response.text()).toBe(200);
  const session = (await response.json()) as Session;
  await storeSession(page, session);
  return session.token;
}

/** Registers the person through the API and signs them in on this page. */
export async function signUp(page: Page, person: NewTeacher): Promise<{ token: string; id: string }> {
  const response = await page.request.post('/api/auth/register', {
    data: {
      name: person.name,
      email: person.email,
      phone: person.phone,
      schoolName: person.schoolName,
      district: person.posting.district,
      postingBlock: person.posting.block,
      desiredDistrict: person.wish.district,
      desiredBlock: person.wish.block,
      state: 'Bihar',
      subject: 'Mathematics',
      classRange: '6-8',
      password,
      confirmPassword: password,
      consentVersion: PRIVACY_NOTICE_VERSION,
      ...(await solveCaptcha(page)),
    },
  });
  expect(response.status(), await response.text()).toBe(201);
  const session = (await response.json()) as Session;
  await storeSession(page, session);
  return { token: session.token, id: session.user._id };
}

/** Posts a request for the registered wish through the API. */
export async function postByApi(
  page: Page,
  person: NewTeacher,
  token: string,
  reason = `${person.name} wants to live with the family.`,
): Promise<string> {
  const response = await page.request.post('/api/requests', {
    headers: { authorization: `Bearer ${token}` },
    data: {
      desiredDistrict: person.wish.district,
      desiredBlock: person.wish.block,
      subject: 'Mathematics',
      classRange: '6-8',
      reason,
      additionalInfo: 'I can move at the end of the term.',
      privacySettings: { hideName: false, hidePhone: false, hideEmail: false, hideSchoolName: false },
    },
  });
  expect(response.status(), await response.text()).toBe(201);
  return ((await response.json()) as { data: { request: { _id: string } } }).data.request._id;
}

/** Opens a card that shows its first lines only. */
export async function openCard(card: Locator): Promise<void> {
  await card.locator('summary').first().click();
}

/** Opens the card of a match, and the form of an alert to the teacher. */
export async function openAlertForm(page: Page, name: string): Promise<void> {
  const send = page.getByRole('button', { name: `Send alert: ${name}` }).first();
  const card = page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name }) })
    .first();
  await openCard(card);
  await send.click();
}

function answerTo(question: string): number {
  const [, first, sign, second] = /(\d+) ([+-]) (\d+)/.exec(question) ?? [];
  return sign === '+' ? Number(first) + Number(second) : Number(first) - Number(second);
}

/** Creates two teachers who match, each with a request; the second is signed in on the page. */
export async function twoWhoMatch(page: Page, first: NewTeacher, second: NewTeacher) {
  const other = await signUp(page, first);
  const otherRequest = await postByApi(page, first, other.token);
  await page.evaluate(() => localStorage.clear());
  const own = await signUp(page, second);
  const ownRequest = await postByApi(page, second, own.token);
  return { other, own, otherRequest, ownRequest };
}

/** Expects that the service worker controls this page and has cached everything for a member. */
export async function expectScreensStored(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(async () => (await caches.match('/?tab=my')) !== undefined))
    .toBe(true);
}
