import { readFileSync } from 'node:fs';
import { allLanguages } from '@mutual-transfer/domain/language/language';
import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import { expect, it } from 'vitest';
import { paths } from './paths.ts';

it('every path of a page has its route, and every route its path', () => {
  const source = readFileSync(new URL('../routes.ts', import.meta.url), 'utf8');
  const named = [...source.matchAll(/route\(\s*'([^'*]+)'/g)].map(([, path]) => `/${path}`);
  // No build has the kit, and no page links it.
  const routes = named.filter((path) => path !== '/kit');
  const screens: string[] = Object.values(paths).filter((path) => path !== '/' && !path.startsWith('/api/'));
  expect(routes.filter((route) => !screens.includes(route))).toEqual([]);
  expect(screens.filter((screen) => !routes.includes(screen))).toEqual([]);
});

it.each(allLanguages())('the paper in %s names the page that checks the code of an order', (language) => {
  const order = { number: '12', date: '1 June 2026', code: 'A1B2' };
  expect(messagesIn(language)('paper.order', order)).toContain(` ${paths.order} `);
});
