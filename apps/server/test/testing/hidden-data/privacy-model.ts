import { HIDDEN, type Person } from '@mutual-transfer/domain/accounts/user';
import type { PrivacySettings, TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { expect } from 'vitest';
import type { TestApp } from '../test-app.ts';

export interface ModelRequest {
  id: string;
  /** True if the request asks for any block of the district. */
  isAnyBlock: boolean;
  info: string;
  status: 'active' | 'pending' | 'withdrawn';
  hides: PrivacySettings;
}

/** Teacher in the model. Teachers of one side are posted where those of the other wish to go. */
export interface ModelTeacher {
  id: string;
  side: number;
  shown: Readonly<Record<'name' | 'email' | 'phone' | 'schoolName', string>>;
  /** Undefined if signed out. */
  token: string | undefined;
  hasPaid: boolean;
  isActive: boolean;
  /** Settings that hide the teacher’s own fields. */
  own: PrivacySettings;
  /** Fields hidden when a request was last open, or when the teacher last changed the settings. */
  lastHidden: PrivacySettings;
  hasPosted: boolean;
  requests: ModelRequest[];
  inbox: { from: ModelTeacher; isRead: boolean }[];
}

/** State of the model: the people and their settings, which determine all visibility. */
export interface Model {
  teachers: ModelTeacher[];
  isPaymentRequired: boolean;
  /** Teacher whom the administrator impersonates. */
  impersonation: { teacher: ModelTeacher; token: string } | undefined;
  /** Number of hidden fields in the checked responses. The test fails if there are too few for a meaningful result. */
  hiddenSeen: number;
}

const isOpen = ({ status }: ModelRequest) => status !== 'withdrawn';
const isListed = (teacher: ModelTeacher, { status }: ModelRequest) => teacher.isActive && status === 'active';
const byIdDescending = (first: { _id: string }, second: { _id: string }) => (first._id < second._id ? 1 : -1);

export function hasAccess(model: Model, teacher: ModelTeacher): boolean {
  return teacher.hasPaid || !model.isPaymentRequired;
}

/** Returns true if the teacher can be matched: by an active request, or by the registered wish until the first request is posted. */
export function makesOffers({ isActive, hasPosted, requests }: ModelTeacher): boolean {
  return isActive && (!hasPosted || requests.some(({ status }) => status === 'active'));
}

/** Records the hidden fields after each step, because the fields that are hidden while a request is open stay hidden when it ends. */
export function recordHiddenFields(model: Model): void {
  for (const teacher of model.teachers) teacher.lastHidden = hiddenBy(teacher);
}

function hiddenBy({ own, lastHidden, requests }: ModelTeacher): PrivacySettings {
  const open = requests.filter(isOpen).map(({ hides }) => hides);
  const others = open.length === 0 ? [lastHidden] : open;
  const isHidden = (key: keyof PrivacySettings) => own[key] || others.some((hides) => hides[key]);
  return {
    hideName: isHidden('hideName'),
    hidePhone: isHidden('hidePhone'),
    hideEmail: isHidden('hideEmail'),
    hideSchoolName: isHidden('hideSchoolName'),
  };
}

/** Returns the fields of a person that the model shows to a viewer. `contactIsOpen` is false for a teacher without an open request. */
function expectedPerson(
  model: Model,
  viewer: ModelTeacher | undefined,
  person: ModelTeacher,
  contactIsOpen: boolean,
) {
  const hidden = hiddenBy(person);
  const see = (value: string, isHidden: boolean) => {
    const isMasked = isHidden && viewer !== person;
    if (isMasked) model.hiddenSeen += 1;
    return isMasked ? HIDDEN : value;
  };
  const { name, email, phone, schoolName } = person.shown;
  return {
    name: see(name, hidden.hideName),
    schoolName: see(schoolName, hidden.hideSchoolName),
    ...(viewer !== undefined && {
      email: see(email, hidden.hideEmail || !contactIsOpen),
      phone: see(phone, hidden.hidePhone || !contactIsOpen),
      mobile: see(phone, hidden.hidePhone || !contactIsOpen),
    }),
  };
}

function seenPerson({ name, schoolName, email, phone, mobile }: Person) {
  return {
    name,
    schoolName,
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone }),
    ...(mobile !== undefined && { mobile }),
  };
}

function expectedList(model: Model, viewer: ModelTeacher | undefined) {
  const visible = model.teachers.flatMap((teacher) =>
    teacher.requests
      .filter((request) => viewer === teacher || isListed(teacher, request))
      .map((request) => ({
        _id: request.id,
        status: request.status,
        user: expectedPerson(model, viewer, teacher, true),
        ...(viewer !== undefined && { additionalInfo: request.info }),
        privacySettings: viewer === teacher ? request.hides : hiddenBy(teacher),
      })),
  );
  const behind = new Set(
    model.teachers.flatMap((teacher) => teacher.requests.filter(isListedLater)).map(({ id }) => id),
  );
  return visible.sort(
    (first, second) =>
      Number(behind.has(first._id)) - Number(behind.has(second._id)) || byIdDescending(first, second),
  );
}

/** Returns true for an active request whose teacher has a newer one. Lists show it after the newest requests of all teachers. */
function isListedLater({ id, status }: ModelRequest, _place: number, own: readonly ModelRequest[]): boolean {
  return status === 'active' && own.some((other) => other.status === 'active' && other.id > id);
}

function seenList(requests: readonly TransferRequest[]) {
  return requests.map(({ _id, status, user, additionalInfo, privacySettings }) => ({
    _id,
    status,
    user: seenPerson(user),
    ...(additionalInfo !== undefined && { additionalInfo }),
    privacySettings,
  }));
}

/** Compares the responses to a visitor with the model. */
export async function checkListOfVisitor(model: Model, test: TestApp): Promise<void> {
  const response = await test.call({ url: '/api/requests/public?limit=20' });
  const { requests, pagination } = response.json();
  const expected = expectedList(model, undefined);
  expect(seenList(requests)).toEqual(expected);
  expect(pagination.total).toBe(expected.length);
}

/** Compares the list, matches and alerts of a teacher with the model. */
export async function checkListsOf(
  model: Model,
  test: TestApp,
  viewer: ModelTeacher,
  token: string | undefined,
  isViewedByAdministrator = false,
): Promise<void> {
  const list = await test.call({ url: '/api/requests?limit=100', token });
  const mayEnter = isViewedByAdministrator || hasAccess(model, viewer) ? 200 : 402;
  expect(list.statusCode).toBe(token === undefined ? 401 : mayEnter);
  if (list.statusCode !== 200) return;
  const { requests, pagination } = list.json();
  const expected = expectedList(model, viewer);
  expect(seenList(requests)).toEqual(expected);
  expect(pagination.total).toBe(expected.length);
  await compareMatches(model, test, viewer, token);
  await compareAlerts(model, test, viewer, token);
}

async function compareMatches(
  model: Model,
  test: TestApp,
  viewer: ModelTeacher,
  token: string | undefined,
): Promise<void> {
  for (const { id, status } of viewer.requests) {
    const response = await test.call({ url: `/api/requests/${id}/matches`, token });
    const { matches, total } = response.json();
    const others = status === 'active' ? model.teachers.filter(isMatchOf(viewer)) : [];
    const expected = others.map((other) => ({
      _id: other.id,
      ...expectedPerson(
        model,
        viewer,
        other,
        other.requests.some(({ status: of }) => of === 'active'),
      ),
    }));
    const seen = matches.map(({ user }) => ({ _id: user._id ?? '', ...seenPerson(user) }));
    expect(seen.toSorted(byIdDescending)).toEqual(expected.sort(byIdDescending));
    expect(total).toBe(expected.length);
  }
}

function isMatchOf(viewer: ModelTeacher): (other: ModelTeacher) => boolean {
  return (other) => other.side !== viewer.side && makesOffers(other);
}

async function compareAlerts(
  model: Model,
  test: TestApp,
  viewer: ModelTeacher,
  token: string | undefined,
): Promise<void> {
  const response = await test.call({ url: '/api/alerts', token });
  const { alerts } = response.json().data;
  const seen = alerts.flatMap(({ kind, fromUser, isRead }) =>
    kind === 'message' ? [{ isRead, from: seenPerson(fromUser) }] : [],
  );
  const expected = viewer.inbox
    .filter(({ from }) => from.isActive)
    .map(({ from, isRead }) => ({
      isRead,
      from: expectedPerson(model, viewer, from, from.requests.some(isOpen)),
    }));
  expect(seen).toEqual(expected.toReversed());
}
