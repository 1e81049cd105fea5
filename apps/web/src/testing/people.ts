import { withAliases } from '@mutual-transfer/domain/accounts/person-aliases';
import { optionalFields } from '@mutual-transfer/domain/accounts/teacher-fields';
import type { Account, Person, Role } from '@mutual-transfer/domain/accounts/user';
import type { Match } from '@mutual-transfer/domain/matching/match';
import { recordOf } from '@mutual-transfer/domain/record-names';
import type { PrivacySettings, TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { nothingHidden } from '@mutual-transfer/domain/requests/transfer-request-words';
import { storeSession } from '../platform/session.ts';

const sunita = {
  _id: '01990000-0000-7000-8000-000000000001',
  name: 'Sunita Kumari',
  isVerified: false,
  schoolName: 'Rajkiya Madhya Vidyalaya',
  district: 'Patna',
  postingBlock: 'Danapur',
  desiredDistrict: 'Gaya',
  desiredBlock: 'Bodh Gaya',
  subject: 'Mathematics',
  classRange: '6-8',
  email: 'sunita@example.com',
  phone: '9876543210',
};

export function person(overrides: Partial<Person> = {}): Person {
  return withAliases({ ...sunita, ...overrides });
}

/** Returns a direct swap: a match whose request `idOf(11)` pairs with the viewer's request `idOf(10)`. */
export function match(overrides: Partial<Match> = {}): Match {
  return {
    user: person(),
    matchScore: 100,
    isPerfectMatch: true,
    matchCriteria: ['One', 'Two', 'Three', 'Four', 'Five'],
    criteria: (['subject', 'classRange', 'postedDistrict', 'postedBlock', 'wantsDistrict'] as const).map(
      (code) => ({ code }),
    ),
    hasActiveRequest: true,
    requests: [idOf(10), idOf(11)],
    isInvitable: false,
    distanceKm: 90,
    ...overrides,
  };
}

export function idOf(number: number): string {
  return `01990000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
}

export function ownRequest(overrides: Partial<TransferRequest> = {}): TransferRequest {
  return {
    _id: idOf(10),
    user: person(),
    desiredDistrict: 'Gaya',
    desiredBlock: 'Bodh Gaya',
    subject: 'Mathematics',
    classRange: '6-8',
    reason: 'My parents are old.',
    urgency: 'medium',
    additionalInfo: 'In June.',
    contactPreference: 'email',
    status: 'active',
    privacySettings: nothingHidden,
    createdAt: '2026-06-15T06:30:00.000Z',
    expiresAt: '2026-12-12T06:30:00.000Z',
    readyUntil: null,
    acceptForMe: false,
    agreement: null,
    seen: { byVisitors: ['name', 'schoolName'], addedForTeachers: ['phone', 'email'], addedForPartners: [] },
    can: { changeStatusTo: [], renew: false, edit: false, delete: true, hide: false },
    ...overrides,
  };
}

/** Stores a session of a teacher or administrator with this name, whose account hides these details. */
export function signInAs(
  role: Role = 'teacher',
  name = 'Asha Kumari',
  hidden: Partial<PrivacySettings> = {},
): Account {
  const user: Account = {
    ...withAliases({ ...sunita, name, email: 'asha@example.com', phone: '9876500001' }),
    _id: idOf(1),
    state: 'Bihar',
    ...recordOf(optionalFields, () => null),
    privacySettings: { ...nothingHidden, ...hidden },
    role,
    contactPreference: null,
    isActive: true,
    isPaid: false,
    paymentAmount: null,
    paymentDate: null,
    createdAt: '2026-06-15T06:30:00.000Z',
  };
  storeSession({ token: 'a token', user });
  return user;
}
