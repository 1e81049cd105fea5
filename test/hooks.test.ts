import { expect, it } from 'vitest';
import { serverFiles, withoutComments } from './server-source.ts';

const MOST_HOOKS = 10;

it('a call passes at most ten hooks of our own, and no hook replaces a handler', () => {
  const files = serverFiles().filter(({ path }) => !path.startsWith('commands/'));
  const text = files.map((file) => withoutComments(file.text)).join('\n');
  const hooks = text.match(/addHook\(\s*'(onRequest|pre(?!Close)\w+|onSend|onResponse)'/g) ?? [];
  expect(hooks.length).toBeGreaterThan(5);
  expect(hooks.length).toBeLessThanOrEqual(MOST_HOOKS);
  expect(text).not.toMatch(/\.handler = /);
});
