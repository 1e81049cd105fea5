import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import openapiTypes, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { projectFolder } from '../../src/platform/config.ts';
import { startComposedApp, type TestApp } from '../testing/test-app.ts';

interface MainJourney {
  walkMainJourney: (baseUrl: string) => Promise<unknown>;
}

/** Folder of a separate program, which the test below compiles with types generated from the API description. */
const folder = join(import.meta.dirname, 'api-client');

let test: TestApp;

beforeAll(async () => {
  test = await startComposedApp();
  await test.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => test.close());

/** Compiles the program with the types of the description. @returns the compiler's output. */
async function compile(): Promise<string> {
  const { body: text } = await test.call({ url: '/api/openapi.json' });
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

it('a TypeScript client generated from the description compiles and walks the main journey: register, post, match, alert, read', async () => {
  expect(await compile()).toBe('');
  const { walkMainJourney } = (await import(join(folder, 'main-journey.ts'))) as MainJourney;
  const { port } = test.app.server.address() as AddressInfo;
  expect(await walkMainJourney(`http://127.0.0.1:${port}`)).toEqual({
    score: 100,
    message: 'Shall we swap our places?',
    from: 'Asha Kumari',
    unread: [false, true],
    refused: { status: 404, code: 'not_found' },
  });
});
