import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { projectFolder } from '../../src/platform/config.ts';
import { postRequest, registerTeacher, type TestTeacher } from '../testing/factories.ts';
import { startComposedApp, type TestApp } from '../testing/test-app.ts';

const NAME = 'Chandrika Lomash';
const read = async () => (await test.call({ url: '/' })).body;
const nonceIn = (html: string) => /nonce="([^"]+)"/.exec(html)?.[1];
let test: TestApp;
let teacher: TestTeacher;
let requestId: string;

beforeAll(async () => {
  test = await startComposedApp();
});
afterAll(() => test.close());

beforeEach(async () => {
  teacher = await registerTeacher(test, { name: NAME });
  requestId = (await postRequest(test, teacher)).request._id;
  await test.settled();
  expect(await read()).toContain(requestId);
});
afterEach(() => test.call({ method: 'DELETE', url: `/api/requests/${requestId}`, token: teacher.token }));

describe('the page shared by all visitors', () => {
  it('omits a request once it is deleted, and a name once it is hidden', async () => {
    const body = {
      privacySettings: { hideName: true, hidePhone: false, hideEmail: false, hideSchoolName: false },
    };
    await test.call({ method: 'PUT', url: '/api/auth/privacy', body, token: teacher.token });
    const hidden = await read();
    expect([hidden.includes(requestId), hidden.includes(NAME)]).toEqual([true, false]);
    await test.call({ method: 'DELETE', url: `/api/requests/${requestId}`, token: teacher.token });
    expect(await read()).not.toContain(requestId);
  });

  it('omits a request that another process deleted, once this process has seen the change', async () => {
    await test.database.db.deleteFrom('requests').where('id', '=', requestId).execute();
    await test.graph.caughtUp();
    expect(await read()).not.toContain(requestId);
  });

  it('is rendered by production builds of its libraries, whatever the mode of the server', async () => {
    const folder = join(projectFolder, 'apps/web/build/server');
    const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.js'));
    const text = (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('\n');
    const imported = [...text.matchAll(/^import .*?from "([^".][^"]*)";$/gm)].map(([, name]) => name ?? '');
    expect(imported.filter((name) => !/^(node:|@mutual-transfer\/domain\/)/.test(name))).toEqual([]);
    expect(text).not.toContain('process.env.NODE_ENV');
  });

  it('is rendered once for many visitors while nothing changes, regardless of other calls', async () => {
    await test.graph.caughtUp();
    const before = nonceIn(await read());
    await test.call({ url: '/api/requests/my', token: teacher.token });
    await test.call({ method: 'POST', url: '/api/auth/login', body: {} });
    const crowd = await Promise.all(Array.from({ length: 20 }, read));
    // A page is cached for a second. On a slow machine the visitors take longer, so that the page may be rendered twice.
    expect(new Set([before, ...crowd.map(nonceIn)]).size).toBeLessThanOrEqual(2);
  });

  it('is the same entry of the cache for a form with empty fields', async () => {
    await test.graph.caughtUp();
    const nonceOf = async (url: string) => nonceIn((await test.call({ url })).body);
    const pages = await Promise.all(
      ['/?page=1', '/?search=&urgency=&page=1', '/?page=1&search='].map((url) => nonceOf(url)),
    );
    expect(new Set(pages).size).toBe(1);
  });
});

it('the address of List-Unsubscribe, opened in a browser, leads to a page with a button', async () => {
  const opened = await test.call({ url: '/api/notices/stop?token=a.b-c_d%26e' });
  expect([opened.statusCode, opened.headers.location]).toEqual([303, '/stop?token=a.b-c_d%26e']);
  const page = await test.call({ url: String(opened.headers.location) });
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.body).toMatch(/<main.*<button[^>]*type="button"[^>]*>[^<]*Stop/s);
});
