import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packagesIn, projectFolder } from '../scripts/install.mjs';
import { thirdPartyNotices } from '../scripts/notices.mjs';

const notices = thirdPartyNotices(projectFolder, packagesIn('package-lock.json'));

it('names every package that runs with its licence, and none that is for development only', () => {
  expect(notices).toMatch(/^react 19\.\S+ \(MIT\)$/m);
  expect(notices).toMatch(/^fastify 5\.\S+ \(MIT\)$/m);
  expect(notices).toContain('SIL OPEN FONT LICENSE');
  expect(notices).not.toMatch(/^(vitest|vite|@biomejs\/biome|@mutual-transfer\/domain) /m);
});

it('has the text of each licence once, whoever shares it', () => {
  const [first = '', second] = notices.split('Permission is hereby granted').map((part) => part.trim());
  expect(first).not.toBe('');
  expect(second).toBeDefined();
  const texts = notices.split(`\n${'-'.repeat(80)}\n`).slice(1);
  const withoutNames = texts.map((text) => text.slice(text.indexOf('\n\n', 2)));
  expect(new Set(withoutNames).size).toBe(withoutNames.length);
});

it('says so if a package contains no text of its licence', () => {
  const none = thirdPartyNotices(join(projectFolder, 'apps/web'), {
    'src/../../../node_modules/.bin': { version: '1', license: 'MIT' },
  });
  expect(none).toContain('.bin 1 (MIT)\n\nThe package contains no text of its licence.');
});
