import { expect, it } from 'vitest';
import { PageCache, RenderedPage } from './page-cache.ts';

const page = (text: string) => new RenderedPage(200, {}, Buffer.from(text));

it('renders once for all concurrent callers', async () => {
  const cache = new PageCache();
  let renderings = 0;
  const render = async () => {
    renderings += 1;
    return page('hello');
  };
  const pages = await Promise.all(Array.from({ length: 20 }, () => cache.get('/', 'version 1', render)));
  expect(new Set(pages).size).toBe(1);
  expect(renderings).toBe(1);
  expect((await cache.get('/', 'version 1', render))?.headers).toEqual({});
  expect(renderings).toBe(1);
});

it('separates pages by key, and does not cache pages that are not the same for every visitor', async () => {
  const cache = new PageCache();
  const first = await cache.get('en /', 'version 1', async () => page('English'));
  const second = await cache.get('hi /', 'version 1', async () => page('Hindi'));
  expect([await first?.in('identity'), await second?.in('identity')].map(String)).toEqual([
    'English',
    'Hindi',
  ]);
  expect(await cache.get('/limited', 'version 1', async () => undefined)).toBeUndefined();
  expect(await cache.get('/limited', 'version 1', async () => page('now'))).toBeDefined();
});

it('renders again after a failure', async () => {
  const cache = new PageCache();
  const failing = cache.get('/', 'version 1', () => Promise.reject(new Error('the database is away')));
  await expect(failing).rejects.toThrow('away');
  expect(await cache.get('/', 'version 1', async () => page('back'))).toBeDefined();
});

it('sends a page that is up to five seconds old while a new one is rendered, and no older page', async () => {
  let now = 1_000;
  const cache = new PageCache({ now: () => now });
  const textAt = async (moment: number, text: string) => {
    now = moment;
    return String(await (await cache.get('/', 'version 1', async () => page(text)))?.in('identity'));
  };
  expect([await textAt(1_000, 'first'), await textAt(1_900, 'second')]).toEqual(['first', 'first']);
  expect([await textAt(2_100, 'third'), await textAt(2_200, 'fourth')]).toEqual(['first', 'third']);
  expect(await textAt(8_000, 'fifth')).toBe('fifth');
  now = 10_000;
  const failing = cache.get('/', 'version 1', () => Promise.reject(new Error('the database is away')));
  expect(String(await (await failing)?.in('identity'))).toBe('fifth');
  expect(await textAt(10_100, 'sixth')).toBe('fifth');
});

it('sends no page whose rendering began before a change, neither a cached one nor one in progress', async () => {
  const cache = new PageCache({ now: () => 1_000 });
  const rendering = Promise.withResolvers<RenderedPage>();
  const before = cache.get('/', 'version 1', () => rendering.promise);
  const after = page('after');
  expect(await cache.get('/', 'version 2', async () => after)).toBe(after);
  rendering.resolve(page('before'));
  await before;
  expect(await cache.get('/', 'version 2', async () => page('later'))).toBe(after);
});

it('sends no page older than a second while it is unknown whether something changed', async () => {
  let now = 1_000;
  const cache = new PageCache({ now: () => now });
  const [first, second] = [page('first'), page('second')];
  await cache.get('/', undefined, async () => first);
  now = 1_900;
  expect(await cache.get('/', undefined, async () => second)).toBe(first);
  now = 2_100;
  expect(await cache.get('/', undefined, async () => second)).toBe(second);
});

it('renders once for all changes that came while a rendering waited for its turn, and again for a later one', async () => {
  const cache = new PageCache();
  const turns: (() => void)[] = [];
  let renderings = 0;
  const render = async () => {
    renderings += 1;
    return page(`rendering ${renderings}`);
  };
  const read = async (version: string) => {
    const shown = await cache.get('/', version, render, async (work) => {
      await new Promise<void>((resolve) => turns.push(resolve));
      return work();
    });
    return String(await shown?.in('identity'));
  };
  const waiting = ['version 1', 'version 2', 'version 3'].map(read);
  await expect.poll(() => turns.length).toBe(1);
  turns[0]?.();
  expect(await Promise.all(waiting)).toEqual(Array(3).fill('rendering 1'));
  const later = read('version 4');
  await expect.poll(() => turns.length).toBe(2);
  turns[1]?.();
  expect(await later).toBe('rendering 2');
  expect(renderings).toBe(2);
});
