import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { districts } from '@mutual-transfer/domain/reference/places';
import { subjectNames } from '@mutual-transfer/domain/reference/subjects';
import { classRanges } from '@mutual-transfer/domain/reference/teaching';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { postRequest, registerTeacher, type TestTeacher } from '../testing/factories.ts';
import { type ServerProcess, startServer, stopServers } from '../testing/processes/server-process.ts';

let folder: string;
let server: ServerProcess;
let teacher: TestTeacher;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mutual-transfer-heap-'));
  server = await startServer({ DATA_DIR: folder, NODE_OPTIONS: '--max-old-space-size=256' });
  teacher = await registerTeacher(server);
  await postRequest(server, teacher);
});
afterAll(async () => {
  await stopServers();
  await rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
});

const AT_ONCE = 32;

/** Makes `times` calls, 32 at a time. */
async function ask(times: number, urlOf: (number: number) => string, token?: string): Promise<void> {
  let next = 0;
  const caller = async () => {
    while (next < times) {
      next += 1;
      await server.call({ url: urlOf(next), token });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
}

const pick = <Value>(values: readonly Value[], number: number): Value =>
  values[number % values.length] as Value;

it('a process of 256 MB still answers after hostile calls with the largest cache keys', async () => {
  // The same query with 12,000 different URLs of 14 kB each, from a member and from a visitor.
  const long = (number: number) => `${'&'.repeat(14_000)}page=${number}`;
  await ask(8_000, (number) => `/api/requests?${long(number)}`, teacher.token);
  await ask(4_000, (number) => `/api/requests/public?${long(number)}`);
  await ask(60, (number) => `/requests?${long(number)}`);
  await ask(2_000, (number) => `/api/requests/public?search=${`word${number}`.repeat(10)}`);
  const places = districts.map(({ name }) => name);
  await ask(2_000, (number) => {
    const subject = pick(subjectNames, number);
    const classRange = pick(classRanges, number >> 3);
    const district = pick(places, number >> 5);
    return `/api/requests/demand?${new URLSearchParams({ subject, classRange, district })}`;
  });
  await ask(2_000, (number) => {
    const asked = { district: pick(places, number), desiredDistrict: pick(places, number >> 5) };
    const taught = { subject: pick(subjectNames, number >> 3), classRange: pick(classRanges, number) };
    return `/api/requests/prospects?${new URLSearchParams({ ...asked, ...taught })}`;
  });
  expect(server.child.exitCode).toBeNull();
  expect((await server.call({ url: '/api/requests/my', token: teacher.token })).statusCode).toBe(200);
  expect((await server.call({ url: '/api/requests/public' })).statusCode).toBe(200);
});
