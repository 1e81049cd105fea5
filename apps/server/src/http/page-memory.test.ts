import { expect, it } from 'vitest';
import { PageMemory, RenderedPage } from './page-memory.ts';

const page = (text: string) => new RenderedPage(200, {}, Buffer.from(text));

it('renders once for all who ask at the same time', async () => {
  const memory = new PageMemory();
  let renderings = 0;
  const render = async () => {
    renderings += 1;
    return page('hello');
  };
  const pages = await Promise.all(Array.from({ length: 20 }, () => memory.get('/', render)));
  expect(new Set(pages).size).toBe(1);
  expect(renderings).toBe(1);
  expect((await memory.get('/', render))?.headers).toEqual({});
  expect(renderings).toBe(1);
});

it('keeps pages of different keys apart, and nothing that is not for everybody', async () => {
  const memory = new PageMemory();
  const first = await memory.get('en /', async () => page('English'));
  const second = await memory.get('hi /', async () => page('Hindi'));
  expect([await first?.in('identity'), await second?.in('identity')].map(String)).toEqual([
    'English',
    'Hindi',
  ]);
  expect(await memory.get('/limited', async () => undefined)).toBeUndefined();
  expect(await memory.get('/limited', async () => page('now'))).toBeDefined();
});

it('asks again after a failure', async () => {
  const memory = new PageMemory();
  const failing = memory.get('/', () => Promise.reject(new Error('the database is away')));
  await expect(failing).rejects.toThrow('away');
  expect(await memory.get('/', async () => page('back'))).toBeDefined();
});
