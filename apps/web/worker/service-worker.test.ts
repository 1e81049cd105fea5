import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const ORIGIN = 'https://mutual-transfer.example';
const VERSION = '1a2b3c';

/** Parts of the browser's interface that the worker uses. */
class StoredFiles {
  readonly files = new Map<string, Response>();
  match = async (request: string | Request) => this.files.get(addressOf(request))?.clone();
  put = async (request: string | Request, response: Response) =>
    void this.files.set(addressOf(request), response);
  addAll = async (names: readonly string[]) => {
    for (const name of names) this.files.set(name, new Response(name));
  };
}

const addressOf = (request: string | Request) =>
  typeof request === 'string' ? request : request.url.slice(ORIGIN.length);

let listeners: Map<string, (event: object) => void>;
let stored: Map<string, StoredFiles>;
/** Returns what the network answers. */
let network: (address: string, init?: RequestInit) => Promise<Response>;
const open = { focus: vi.fn(), navigate: vi.fn(), postMessage: vi.fn() };

beforeEach(async () => {
  listeners = new Map();
  stored = new Map();
  network = async (address) =>
    new Response(address.startsWith('/assets/') ? address : `<html lang="en">${VERSION} ${address}`);
  vi.clearAllMocks();
  vi.resetModules();
  vi.stubGlobal('BUILD', {
    name: 'this',
    frame: ['/assets/frame.js'],
    screens: ['/assets/dashboard.js'],
    pictures: ['/favicon.svg'],
    texts: { en: ['/assets/en.js'], hi: ['/assets/hi.js'] },
    version: VERSION,
  });
  const cacheOf = (name: string) => {
    const files = stored.get(name) ?? new StoredFiles();
    stored.set(name, files);
    return files;
  };
  vi.stubGlobal('caches', {
    open: async (name: string) => cacheOf(name),
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
    match: async (request: string | Request) => {
      for (const files of stored.values()) {
        const found = await files.match(request);
        if (found !== undefined) return found;
      }
      return undefined;
    },
  });
  vi.stubGlobal('fetch', (request: string | Request, init?: RequestInit) =>
    network(addressOf(request), init),
  );
  vi.stubGlobal('self', {
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    location: { origin: ORIGIN },
    clients: { matchAll: async () => [open], claim: async () => {} },
    registration: { navigationPreload: { enable: async () => {} } },
    skipWaiting: async () => {},
  });
  await import('./service-worker.ts');
});
afterEach(() => vi.unstubAllGlobals());

/** Runs the listener of an event to its end. */
async function run(name: string, event: object = {}): Promise<void> {
  const waits = vi.fn<(done: Promise<void>) => void>();
  listeners.get(name)?.({ ...event, waitUntil: waits });
  await waits.mock.lastCall?.[0];
}

/** Returns the answer of the worker to a request. `undefined` if the browser answers it. */
async function answerTo(address: string, mode = 'navigate'): Promise<Response | undefined> {
  const responds = vi.fn<(answer: Promise<Response>) => void>();
  const url = `${ORIGIN}${address}`;
  listeners.get('fetch')?.({ request: { url, method: 'GET', mode }, respondWith: responds });
  return responds.mock.lastCall?.[0];
}

const textOf = async (address: string) => (await answerTo(address))?.text();
const cut = () => {
  network = async () => {
    throw new TypeError('Failed to fetch');
  };
};

it('a page comes from the network, and from its frame if that fails', async () => {
  await run('install');
  await run('message', { data: { language: 'en' } });
  expect(await textOf('/dashboard')).toContain('/dashboard');
  network = async () => new Response('newer');
  expect(await textOf('/dashboard')).toBe('newer');
  cut();
  for (const [address, frame] of [
    ['/dashboard', '/dashboard'],
    ['/?tab=my', '/?tab=my'],
    ['/agreements', '/agreements'],
    ['/agreements/0199', '/agreements/stored'],
    ['/alerts?page=2', '/alerts'],
    ['/account', '/account'],
  ] as const)
    expect(await textOf(address)).toContain(`${VERSION} ${frame}`);
});

it('another page without a connection leads to the page that says so, and so does every page of a visitor', async () => {
  // `Response.redirect` of Node takes whole addresses only.
  const redirect = vi.spyOn(Response, 'redirect').mockImplementation((to) => new Response(String(to)));
  await run('install');
  cut();
  expect(await textOf('/dashboard')).toBe('/offline?from=%2Fdashboard');
  expect(await textOf('/?search=a')).toBe('/offline?from=%2F%3Fsearch%3Da');
  redirect.mockRestore();
});

it('calls of the API are left to the browser, and no request is made beside those of the page', async () => {
  await run('install');
  await run('message', { data: { language: 'en' } });
  expect(await answerTo('/api/alerts', 'cors')).toBeUndefined();
  const asked = vi.fn(network);
  network = asked;
  await answerTo('/dashboard');
  await run('message', { data: { language: 'en' } });
  expect(asked.mock.calls.map(([address]) => address)).toEqual(['/dashboard']);
});

it('frames are stored again in another language, with its texts', async () => {
  await run('install');
  await run('message', { data: { language: 'en' } });
  network = async (address) => new Response(`<html lang="hi">${VERSION} ${address}`);
  await run('message', { data: { language: 'hi' } });
  cut();
  expect(await textOf('/?tab=my')).toContain('lang="hi"');
  expect(await (await answerTo('/assets/hi.js', 'cors'))?.text()).toBeTruthy();
});

it('a new build stores the frames if the previous one had them, names itself to open pages, and keeps the previous files', async () => {
  for (const name of ['build-oldest', 'build-previous']) {
    const files = new StoredFiles();
    await files.put('/?tab=my', new Response('older'));
    await files.put('/assets/older.js', new Response(name));
    stored.set(name, files);
  }
  await run('install');
  await run('activate');
  expect([...stored.keys()]).toEqual(['build-previous', 'build-this']);
  expect(open.postMessage.mock.calls).toEqual([[VERSION]]);
  cut();
  expect(await textOf('/?tab=my')).toContain(VERSION);
  expect(await (await answerTo('/assets/older.js', 'cors'))?.text()).toBe('build-previous');
});

it('pages of another build are not stored, so that no frame lacks its files', async () => {
  network = async (address) => new Response(`<html lang="en">older ${address}`);
  await expect(run('install')).rejects.toThrow('has other files');
});

it('a press on a push notice opens its page at the part that the link names, and no page of another origin', async () => {
  const press = (link: string) =>
    run('notificationclick', { notification: { close: vi.fn(), data: { link } } });
  await press('/agreements/1?from=push#messages');
  await press('https://elsewhere.example/agreements/1#messages');
  expect(open.navigate.mock.calls).toEqual([['/agreements/1?from=push#messages'], ['/']]);
});
