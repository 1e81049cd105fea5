/** This file is long because it models every step of a teacher and an administrator in one place. */

import type { Account, Session } from '@mutual-transfer/domain/accounts/user';
import type { Impersonation } from '@mutual-transfer/domain/administration/administration';
import { nothingHidden, type PrivacySettings } from '@mutual-transfer/domain/requests/transfer-request';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PASSWORD, registerTeacher, requestOf, solveCaptcha } from '../testing/factories.ts';
import { administratorTest } from '../testing/fixtures.ts';
import {
  checkListOfVisitor,
  checkListsOf,
  hasAccess,
  type Model,
  type ModelRequest,
  type ModelTeacher,
  makesOffers,
  recordHiddenFields,
} from '../testing/hidden-data/privacy-model.ts';
import type { Call, TestApp } from '../testing/test-app.ts';

const { test, administrator: admin } = await administratorTest();

const SIDES = [
  { district: 'Gaya', postingBlock: 'Bodh Gaya', desiredDistrict: 'Patna', desiredBlock: 'Danapur' },
  { district: 'Patna', postingBlock: 'Danapur', desiredDistrict: 'Gaya', desiredBlock: 'Bodh Gaya' },
] as const;
const MOST_TEACHERS = 5;

/** Returns the item that a generated number selects; `undefined` if there are no items. */
const chosen = <Thing>(things: readonly Thing[], pick: number): Thing | undefined =>
  things.length === 0 ? undefined : things[pick % things.length];

/** Makes a call and expects the status that the model predicts. */
async function calls(call: Call, expected: number) {
  const response = await test.call(call);
  expect(response.statusCode, `${call.method} ${call.url} ${response.body}`).toBe(expected);
  return response;
}

/** Generated values from which a command selects its arguments. */
interface Choice {
  who: number;
  other: number;
  flag: boolean;
  hides: PrivacySettings;
}

type Step = (model: Model, teacher: ModelTeacher, choice: Choice) => Promise<void>;

/** Steps of a signed-in teacher. */
const ownSteps: Record<string, Step> = {
  logout: async (_model, teacher) => {
    const { token } = teacher;
    await calls({ method: 'POST', url: '/api/auth/logout', token }, 204);
    await calls({ url: '/api/auth/profile', token }, 401);
    teacher.token = undefined;
  },
  post: async (model, teacher, { flag, hides }) => {
    const { desiredDistrict, desiredBlock } = SIDES[teacher.side] ?? SIDES[0];
    const info = `What ${teacher.shown.name} adds, ${teacher.requests.length}`;
    const body = requestOf({
      desiredDistrict,
      desiredBlock: flag ? 'Any block' : desiredBlock,
      additionalInfo: info,
      privacySettings: hides,
    });
    const isThere = isWishedAlready(teacher, flag);
    const expected = allowed(model, teacher, isThere ? 409 : 201);
    const response = await calls(
      { method: 'POST', url: '/api/requests', body, token: teacher.token },
      expected,
    );
    if (expected !== 201) return;
    const { _id } = response.json<{ data: { request: { _id: string } } }>().data.request;
    teacher.hasPosted = true;
    teacher.requests.push({ id: _id, isAnyBlock: flag, info, status: 'active', hides });
  },
  hideOneself: (_model, teacher, { hides }) => changeOwnPrivacy(teacher, hides),
  unhideOneself: (_model, teacher) => changeOwnPrivacy(teacher, { ...nothingHidden }),
  hide: (_model, teacher, choice) => changePrivacy(teacher, choice.other, choice.hides),
  unhide: (_model, teacher, choice) =>
    changePrivacy(teacher, choice.other, {
      hideName: false,
      hidePhone: false,
      hideEmail: false,
      hideSchoolName: false,
    }),
  agree: (model, teacher, { other }) => changeStatus(model, teacher, other, 'pending'),
  withdraw: (model, teacher, { other }) => changeStatus(model, teacher, other, 'withdrawn'),
  lookAgain: (model, teacher, { other }) => changeStatus(model, teacher, other, 'active'),
  deleteRequest: async (_model, teacher, { other }) => {
    const request = chosen(teacher.requests, other);
    if (request === undefined) return;
    await calls({ method: 'DELETE', url: `/api/requests/${request.id}`, token: teacher.token }, 200);
    teacher.requests = teacher.requests.filter((one) => one !== request);
  },
  pay: async (model, teacher) => {
    const { token } = teacher;
    const isAsked = model.isPaymentRequired && !teacher.hasPaid;
    const created = await calls(
      { method: 'POST', url: '/api/payment/create-order', token },
      isAsked ? 200 : 409,
    );
    if (!isAsked) return;
    const { orderId } = created.json<{ orderId: string }>();
    const outcome = { orderId, outcome: 'success' };
    const paid = await calls({ method: 'POST', url: '/api/payment/sandbox/pay', body: outcome, token }, 200);
    await calls({ method: 'POST', url: '/api/payment/verify', body: paid.json<object>(), token }, 200);
    teacher.hasPaid = true;
  },
  alert: async (model, teacher, { other }) => {
    const to = chosen(model.teachers, other);
    if (to === undefined) return;
    const expected = allowed(model, teacher, alertAnswer(teacher, to));
    const body = { message: 'Shall we swap?' };
    await calls({ method: 'POST', url: `/api/alerts/${to.id}`, body, token: teacher.token }, expected);
    if (expected === 201) to.inbox.push({ from: teacher, isRead: false });
  },
  read: async (model, teacher) => {
    const alert = teacher.inbox.find(({ isRead }) => !isRead);
    if (alert === undefined) return;
    const expected = allowed(model, teacher, 200);
    const { id } = await test.database.db
      .selectFrom('alerts')
      .select('id')
      .where('from_user_id', '=', alert.from.id)
      .where('to_user_id', '=', teacher.id)
      .where('read_at', 'is', null)
      .executeTakeFirstOrThrow();
    await calls({ method: 'PATCH', url: `/api/alerts/${id}/read`, token: teacher.token }, expected);
    if (expected === 200) alert.isRead = true;
  },
  deleteAccount: async (model, teacher) => {
    const body = { password: PASSWORD };
    await calls({ method: 'DELETE', url: '/api/auth/account', body, token: teacher.token }, 200);
    await calls({ url: '/api/auth/profile', token: teacher.token }, 401);
    forget(model, teacher);
  },
};

/** Steps about another teacher, or of a teacher who is signed out. */
const otherSteps: Record<string, Step> = {
  login: async (_model, teacher) => {
    const body = { email: teacher.shown.email, password: PASSWORD, ...(await solveCaptcha(test)) };
    const call = { method: 'POST', url: '/api/auth/login', body } as const;
    const response = await calls(call, teacher.isActive ? 200 : 403);
    if (teacher.isActive) teacher.token = response.json<Session>().token;
  },
  switchOffOrOn: async (model, teacher) => {
    const url = `/api/admin/users/${teacher.id}/toggle-status`;
    await calls({ method: 'PUT', url, token: admin.token }, 200);
    teacher.isActive = !teacher.isActive;
    if (teacher.isActive) return;
    teacher.token = undefined;
    if (model.impersonation?.teacher === teacher) model.impersonation = undefined;
  },
  impersonate: async (model, teacher) => {
    const call = { method: 'POST', url: `/api/admin/impersonate/${teacher.id}`, token: admin.token } as const;
    const response = await calls(call, teacher.isActive ? 200 : 403);
    if (teacher.isActive) model.impersonation = { teacher, token: response.json<Impersonation>().token };
  },
  end: async (model) => {
    if (model.impersonation === undefined) return;
    const { token } = model.impersonation;
    await calls({ method: 'DELETE', url: '/api/admin/impersonate', token: admin.token }, 204);
    await calls({ url: '/api/requests', token }, 401);
    model.impersonation = undefined;
  },
  settings: async (model, _teacher, { flag }) => {
    const body = { isPaymentRequired: flag, paymentAmount: 10 };
    await calls({ method: 'PUT', url: '/api/payment/settings', body, token: admin.token }, 200);
    model.isPaymentRequired = flag;
  },
};

const steps: Record<string, Step> = { ...ownSteps, ...otherSteps };

function isWishedAlready(teacher: ModelTeacher, isAnyBlock: boolean): boolean {
  return teacher.requests.some((one) => one.status === 'active' && one.isAnyBlock === isAnyBlock);
}

function allowed(model: Model, teacher: ModelTeacher, answer: number): number {
  return hasAccess(model, teacher) ? answer : 402;
}

function alertAnswer(from: ModelTeacher, to: ModelTeacher): number {
  if (to === from || !to.isActive) return 404;
  const isAnswer = from.inbox.some((alert) => alert.from === to);
  const isMatch = to.side !== from.side && makesOffers(from) && makesOffers(to);
  if (!isAnswer && !isMatch) return 403;
  return to.inbox.some((alert) => alert.from === from && !alert.isRead) ? 409 : 201;
}

async function changePrivacy(teacher: ModelTeacher, pick: number, hides: PrivacySettings) {
  const request = chosen(teacher.requests, pick);
  if (request === undefined) return;
  const url = `/api/requests/${request.id}/privacy`;
  await calls({ method: 'PUT', url, body: { privacySettings: hides }, token: teacher.token }, 200);
  request.hides = hides;
}

async function changeOwnPrivacy(teacher: ModelTeacher, hides: PrivacySettings) {
  const { token } = teacher;
  const body = { privacySettings: hides };
  const changed = await calls({ method: 'PUT', url: '/api/auth/privacy', body, token }, 200);
  const read = await calls({ url: '/api/auth/profile', token }, 200);
  expect(read.json()).toEqual(changed.json());
  expect(read.json<Account>().privacySettings).toEqual(hides);
  teacher.own = hides;
  teacher.lastHidden = hides;
}

const ways = { active: ['pending', 'withdrawn'], pending: ['active', 'withdrawn'], withdrawn: ['active'] };

async function changeStatus(
  model: Model,
  teacher: ModelTeacher,
  pick: number,
  status: ModelRequest['status'],
) {
  const request = chosen(teacher.requests, pick);
  if (request === undefined) return;
  const isBlocked = status === 'active' && isWishedAlready(teacher, request.isAnyBlock);
  const isWay = ways[request.status].includes(status) && !isBlocked;
  const url = `/api/requests/${request.id}/status`;
  const isRepeated = request.status === status;
  const own = isWay || isRepeated ? 200 : 409;
  const expected = status === 'active' ? allowed(model, teacher, own) : own;
  await calls({ method: 'PATCH', url, body: { status }, token: teacher.token }, expected);
  if (expected === 200) request.status = status;
}

function forget(model: Model, teacher: ModelTeacher): void {
  model.teachers = model.teachers.filter((one) => one !== teacher);
  for (const other of model.teachers) other.inbox = other.inbox.filter(({ from }) => from !== teacher);
  if (model.impersonation?.teacher === teacher) model.impersonation = undefined;
}

async function register(model: Model, { flag, other, hides }: Choice): Promise<void> {
  const side = flag ? 1 : 0;
  const own = other % 3 === 0 ? hides : { ...nothingHidden };
  const { user, token } = await registerTeacher(test, { ...SIDES[side], privacySettings: own });
  const { name, email, phone, schoolName } = user;
  const shown = { name, email, phone: phone ?? '', schoolName: schoolName ?? '' };
  const fresh = { token, hasPaid: false, isActive: true, hasPosted: false, requests: [], inbox: [] };
  model.teachers.push({ id: user._id, side, shown, own, lastHidden: own, ...fresh });
}

const taken = new Set<string>();

/** Reads after each step as a visitor, and as a teacher or as the administrator who impersonates one. */
async function look(model: Model, { other }: Choice): Promise<void> {
  await test.settled();
  await checkListOfVisitor(model, test);
  const viewer = chosen(model.teachers, other);
  if (viewer !== undefined) await checkListsOf(model, test, viewer, viewer.token);
  if (model.impersonation !== undefined)
    await checkListsOf(model, test, model.impersonation.teacher, model.impersonation.token, true);
}

function command(name: string, choice: Choice): fc.AsyncCommand<Model, TestApp> {
  const whoIn = ({ teachers }: Model) =>
    chosen(name in ownSteps ? teachers.filter(({ token }) => token !== undefined) : teachers, choice.who);
  return {
    check: (model) =>
      name === 'register' ? model.teachers.length < MOST_TEACHERS : whoIn(model) !== undefined,
    run: async (model) => {
      const teacher = whoIn(model);
      if (name === 'register') await register(model, choice);
      else if (teacher !== undefined) await steps[name]?.(model, teacher, choice);
      recordHiddenFields(model);
      taken.add(name);
      await look(model, choice);
    },
    toString: () => `${name}(${JSON.stringify(choice)})`,
  };
}

const choice: fc.Arbitrary<Choice> = fc.record({
  who: fc.nat(20),
  other: fc.nat(20),
  flag: fc.boolean(),
  hides: fc.record({
    hideName: fc.boolean(),
    hidePhone: fc.boolean(),
    hideEmail: fc.boolean(),
    hideSchoolName: fc.boolean(),
  }),
});

/** Names of the steps, repeated by frequency. The most frequent steps create what the others need: people and their requests. */
const names = ['register', 'register', 'register', 'post', 'post', 'post', 'alert', 'hide', 'pay', 'login'];
const commands = [...names, ...Object.keys(steps)].map((name) => choice.map((one) => command(name, one)));

it('after any steps, each viewer sees what the model allows', async () => {
  let hiddenSeen = 0;
  const property = fc.asyncProperty(fc.commands(commands, { maxCommands: 60, size: 'max' }), async (run) => {
    await test.database.db.deleteFrom('users').where('role', '=', 'teacher').execute();
    await test.database.db.updateTable('payment_settings').set({ is_payment_required: false }).execute();
    const model: Model = { teachers: [], isPaymentRequired: false, impersonation: undefined, hiddenSeen: 0 };
    await fc.asyncModelRun(() => ({ model, real: test }), run);
    hiddenSeen += model.hiddenSeen;
  });
  await fc.assert(property, { seed: 1_857, numRuns: 25, endOnFailure: true });
  expect(hiddenSeen).toBeGreaterThan(500);
  expect(taken).toEqual(new Set([...Object.keys(steps), 'register']));
});
