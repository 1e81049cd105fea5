import type { MatchList } from '@mutual-transfer/domain/matching/match';
import type { RingList } from '@mutual-transfer/domain/matching/ring';
import { expect } from 'vitest';
import { postRequest, registerTeacher, type TestTeacher } from './factories.ts';
import type { Caller } from './test-app.ts';

/** Teacher with a posted request. */
export interface Wisher {
  teacher: TestTeacher;
  requestId: string;
}

const BODH_GAYA = { district: 'Gaya', block: 'Bodh Gaya' };
const DANAPUR = { district: 'Patna', block: 'Danapur' };
const AMNOUR = { district: 'Saran', block: 'Amnour' };

/** Routes of the ring: from Bodh Gaya to Danapur, from there to Amnour, and back. */
export const steps = [
  [BODH_GAYA, DANAPUR],
  [DANAPUR, AMNOUR],
  [AMNOUR, BODH_GAYA],
] as const;

type Place = { district: string; block: string };

/** Registers a teacher posted in one place and posts their request for the other. */
export async function wish(
  test: Caller,
  [from, to]: readonly [Place, Place],
  overrides: { registration?: object; request?: object } = {},
): Promise<Wisher> {
  const desired = { desiredDistrict: to.district, desiredBlock: to.block };
  const posting = { district: from.district, postingBlock: from.block };
  const teacher = await registerTeacher(test, { ...posting, ...desired, ...overrides.registration });
  const { subject } = teacher.user;
  const { request } = await postRequest(test, teacher, { ...desired, subject, ...overrides.request });
  return { teacher, requestId: request._id };
}

/** Registers three teachers who form a ring. A subject that only they teach separates them from others. */
export async function ringOfThree(test: Caller, subject: string): Promise<[Wisher, Wisher, Wisher]> {
  const [first, second, third] = steps;
  const of = (step: readonly [Place, Place]) => wish(test, step, { registration: { subject } });
  return [await of(first), await of(second), await of(third)];
}

/** Returns the rings that the API lists for a teacher. */
export async function ringsOf(test: Caller, { teacher, requestId }: Wisher): Promise<RingList> {
  const response = await test.call({ url: `/api/requests/${requestId}/rings`, token: teacher.token });
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}

/** Returns the matches that the API lists for a teacher. */
export async function matchesOf(test: Caller, { teacher, requestId }: Wisher): Promise<MatchList> {
  const response = await test.call({ url: `/api/requests/${requestId}/matches`, token: teacher.token });
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}
