import { afterAll } from 'vitest';
import { agreed, removeEveryone } from './agreements.ts';
import { makeAdministrator, type TestTeacher } from './factories.ts';
import { ringOfThree, type Wisher } from './ring-of-three.ts';
import { type Method, startTestApp, type TestApp } from './test-app.ts';

/** Starts the app of a test file, which is closed after its tests, with an administrator of the state. */
export async function administratorTest() {
  const test = await startTestApp();
  afterAll(() => test.close());
  const administrator = await makeAdministrator(test);
  /** Calls a route of administrators, by default as the administrator. `path` follows `/api/admin/`. */
  const call = <const Path extends string, Verb extends Method>(
    method: Verb,
    path: Path,
    body?: object,
    token = administrator.token,
  ) => test.call({ method, url: `/api/admin/${path}`, body, token });
  return { test, administrator, call };
}

/** Replaces all people of a test by an administrator of the state and the members of a possible ring. */
export async function freshRing(
  test: TestApp,
): Promise<{ administrator: TestTeacher; ring: [Wisher, Wisher, Wisher] }> {
  await removeEveryone(test);
  return { administrator: await makeAdministrator(test), ring: await ringOfThree(test, 'Urdu') };
}

/** Replaces all people of a test by an administrator of the state and a ring whose members have all said yes. */
export async function agreedRing(test: TestApp) {
  const people = await freshRing(test);
  return { ...people, id: await agreed(test, people.ring) };
}
