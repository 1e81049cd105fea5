import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PageCache, RenderedPage } from '../pages/page-cache.ts';
import { boundedCache, type CacheName, cacheBytes } from './caches.ts';
import { projectFolder } from './config.ts';

/** Longest URL that Node accepts, in characters. */
const LONGEST_ADDRESS = 16_000;
const names = Object.keys(cacheBytes) as CacheName[];

it.each(names)('the cache %s stays within its maximum size for keys and values of any length', (name) => {
  for (const [keyLength, valueBytes] of [
    [40, 10],
    [LONGEST_ADDRESS, 10],
    [LONGEST_ADDRESS, 300_000],
    [40, cacheBytes[name] + 1],
  ] as const) {
    const cache = boundedCache<{ value: number }>(name, () => valueBytes);
    const entries = Math.min(20_000, (2 * cacheBytes[name]) / (keyLength + valueBytes));
    for (let value = 0; value < entries; value += 1) {
      cache.set(String(value).padStart(keyLength, 'k'), { value });
      if (cache.calculatedSize > cacheBytes[name]) break;
    }
    expect(cache.calculatedSize).toBeLessThanOrEqual(cacheBytes[name]);
  }
});

it('pages with the longest URLs stay within the maximum size, including their compressed copies', async () => {
  const cache = new PageCache();
  const body = Buffer.alloc(150_000, 'page');
  for (let number = 0; number < 300; number += 1) {
    const address = `/requests?${String(number).padStart(LONGEST_ADDRESS, '&')}`;
    const page = await cache.get(address, '1', async () => new RenderedPage(200, {}, body));
    if (number % 50 === 0) await page?.in('gzip');
  }
  expect(cache.bytes).toBeGreaterThan(cacheBytes.pages / 2);
  expect(cache.bytes).toBeLessThanOrEqual(cacheBytes.pages);
});

it('the sum of all maximum sizes is the one in the operations guide', () => {
  const sum = Object.values(cacheBytes).reduce((all, bytes) => all + bytes, 0);
  const stated = Math.round(sum / 1024 / 1024);
  expect(stated).toBeLessThanOrEqual(128);
  const guide = readFileSync(join(projectFolder, 'docs/operations.md'), 'utf8');
  expect(guide).toContain(`All caches of a process together hold at most ${stated} MB`);
});
