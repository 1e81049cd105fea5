import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import openapiTypes, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectFolder } from '../../src/platform/config.ts';
import { postRequest, registerTeacher } from '../testing/factories.ts';
import { startCuttingProxy } from '../testing/processes/cutting-proxy.ts';
import { startComposedApp, type TestApp } from '../testing/test-app.ts';

interface MainJourney {
  walkMainJourney: (baseUrl: string) => Promise<unknown>;
}

interface CarefulClient {
  connect: (baseUrl: string, token: string) => object;
  pageByPagination: (api: object) => Promise<string[][]>;
  postDespiteCuts: (api: object, district: string) => Promise<{ id: string }>;
  changeReason: (api: object, change: object) => Promise<unknown>;
  provokeRefusals: (baseUrl: string, token: string, ownId: string) => Promise<unknown>;
}

/** Folder of separate programs, which the tests below compile with types generated from the API description. */
const folder = join(import.meta.dirname, 'api-client');
const load = <Program>(name: string) => import(join(folder, name)) as Promise<Program>;

let test: TestApp;
let port: number;
let baseUrl: string;

beforeAll(async () => {
  test = await startComposedApp();
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = test.app.server.address() as AddressInfo);
  baseUrl = `http://127.0.0.1:${port}`;
});
afterAll(() => test.close());

const description = async () => (await test.call({ url: '/api/openapi.json' })).body;

/** Compiles the programs with the types of a description. @returns the compiler's output. */
async function compileWith(text: string): Promise<string> {
  const types = astToString(await openapiTypes(JSON.parse(text) as OpenAPI3, { defaultNonNullable: false }));
  expect(types).toContain('"/api/requests/{id}/matches"');
  await mkdir(join(folder, 'build'), { recursive: true });
  await writeFile(join(folder, 'build/api.d.ts'), types);
  const compiler = join(projectFolder, 'node_modules/@typescript/native/bin/tsc');
  const compiled = await promisify(execFile)(process.execPath, [compiler, '-p', folder]).catch(
    ({ stdout }: { stdout: string }) => ({ stdout }),
  );
  return compiled.stdout;
}

describe('a TypeScript client generated from the description', () => {
  it('does not compile if the description has an error code that the client does not handle', async () => {
    const text = (await description()).replace('"not_found",', '"not_found","code_of_a_test",');
    const said = await compileWith(text);
    expect(said.trim().split('\n')).toEqual([
      expect.stringMatching(/^.*careful-client\.ts.*"code_of_a_test".* parameter of type 'never'/),
    ]);
  });

  it('compiles', async () => {
    expect(await compileWith(await description())).toBe('');
  });

  it('walks the main journey: register, post, match, alert, read', async () => {
    const { walkMainJourney } = await load<MainJourney>('main-journey.ts');
    expect(await walkMainJourney(baseUrl)).toEqual({
      score: 100,
      message: 'Shall we swap our places?',
      from: 'Asha Kumari',
      unread: [false, true],
      refused: { status: 404, code: 'not_found' },
    });
  });

  it('reads a list to its end', async () => {
    const { connect, pageByPagination } = await load<CarefulClient>('careful-client.ts');
    const teacher = await registerTeacher(test);
    const posted: string[] = [];
    for (const desiredDistrict of ['Patna', 'Siwan', 'Saran', 'Nawada', 'Rohtas']) {
      const { request } = await postRequest(test, teacher, { desiredDistrict, desiredBlock: 'Any block' });
      posted.unshift(request._id);
    }
    const pages = [posted.slice(0, 2), posted.slice(2, 4), posted.slice(4)];
    const api = connect(baseUrl, teacher.token);
    expect(await pageByPagination(api)).toEqual(pages);
  });

  it('makes one request if the answer is lost and the call is repeated with its key', async () => {
    const { connect, postDespiteCuts } = await load<CarefulClient>('careful-client.ts');
    const teacher = await registerTeacher(test);
    const proxy = await startCuttingProxy(port);
    try {
      proxy.cutNextAnswer();
      const posted = await postDespiteCuts(connect(proxy.url, teacher.token), 'Patna');
      const rows = await test.database.db
        .selectFrom('requests')
        .select('id')
        .where('user_id', '=', teacher.user._id)
        .execute();
      expect(rows).toEqual([{ id: posted.id }]);
      expect(posted).toEqual({ id: posted.id, attempts: 2, location: `/api/requests/${posted.id}` });
    } finally {
      await proxy.close();
    }
  });

  it('reads again and repeats a change that is based on an older state', async () => {
    const { connect, changeReason } = await load<CarefulClient>('careful-client.ts');
    const teacher = await registerTeacher(test);
    const { request } = await postRequest(test, teacher);
    const change = { id: request._id, reason: 'A newer reason', etag: '"an-older-state"' };
    expect(await changeReason(connect(baseUrl, teacher.token), change)).toEqual({
      steps: ['read again'],
      reason: 'A newer reason',
    });
  });

  it('handles refusals by their code', async () => {
    const { provokeRefusals } = await load<CarefulClient>('careful-client.ts');
    const teacher = await registerTeacher(test);
    const { request } = await postRequest(test, teacher);
    expect(await provokeRefusals(baseUrl, teacher.token, request._id)).toEqual([
      ['idempotency_key_reused', 'use a new key'],
      ['request_duplicate', 'correct the input'],
      ['validation_failed', 'correct the input'],
      ['unauthenticated', 'sign in'],
      ['not_found', 'read again'],
      ['changed_meanwhile', 'read again'],
    ]);
  });
});
