/**
 * Service worker, which runs in the browser even when no page is open. Shows push notices, and keeps parts of the product for use without a
 * connection: the files of the build, frames of a member's pages, which are the same for every user, and the page without a connection. A
 * page comes from the network, and from these frames if that fails. Stores no answer of the API. A single file without imports, so that
 * browsers run it unchanged.
 */
export type {};

declare const self: ServiceWorkerGlobalScope;

/** Prepended to this file by the build: see `write-service-worker.ts`. */
declare const BUILD: {
  name: string;
  /** Files of the page without a connection, and of the frames. */
  frame: readonly string[];
  screens: readonly string[];
  /** Small files whose names stay the same while their content may change. */
  pictures: readonly string[];
  /** Files of texts by language. */
  texts: Readonly<Record<string, readonly string[]>>;
  /** Name of the build in its pages: see `build-of-page.ts`. */
  version: string;
};

const PREFIX = 'build-';
const CACHE = `${PREFIX}${BUILD.name}`;
const NO_CONNECTION = '/offline';
const ROOM = '/agreements/stored';
const OWN = '/?tab=my';
/** The last one is stored last, so it tells whether all are stored. */
const FRAMES = ['/dashboard', '/agreements', ROOM, '/alerts', '/account', OWN];

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));

/** A member's page asks for the frames in its language. */
self.addEventListener('message', (event) => {
  // Only pages of this origin send messages, of this kind.
  const { language } = event.data as { language: string };
  event.waitUntil(storeFrames(language));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || pathname.startsWith('/api/')) return;
  if (pathname.startsWith('/assets/')) event.respondWith(fileOf(request));
  else if (BUILD.pictures.includes(pathname)) event.respondWith(fetch(request).catch(() => fileOf(request)));
  else if (request.mode === 'navigate') event.respondWith(pageOf(event));
});

/** Stores the page without a connection, and the frames if the previous build had them. Tells open pages which build can be loaded now. */
async function install(): Promise<void> {
  const hadFrames = (await caches.match(OWN)) !== undefined;
  await storeFiles(BUILD.frame);
  await (await caches.open(CACHE)).addAll([...BUILD.pictures]);
  await storePages([NO_CONNECTION]);
  if (hadFrames) await storeFrames();
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const page of pages) page.postMessage(BUILD.version);
  await self.skipWaiting();
}

/** Keeps the previous build for one more build, since one of its pages may still be open. */
async function activate(): Promise<void> {
  const builds = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  await Promise.all(builds.slice(0, -2).map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/** Stores the frames, unless they are stored in that language. */
async function storeFrames(language?: string): Promise<void> {
  const last = await (await caches.open(CACHE)).match(OWN);
  if (last !== undefined && languageOf(await last.text()) === language) return;
  await storeFiles(BUILD.screens);
  await storePages([NO_CONNECTION, ...FRAMES]);
}

/** Stores files, copied from the previous build or fetched one after the other, so that a slow connection stays free for the page. */
async function storeFiles(names: readonly string[]): Promise<void> {
  const cache = await caches.open(CACHE);
  for (const name of names)
    if ((await cache.match(name)) === undefined)
      await cache.put(name, (await caches.match(name)) ?? (await fetched(name)));
}

/** Stores the pages as the server renders them now, in the language of this browser, with its texts. */
async function storePages(addresses: readonly string[]): Promise<void> {
  const cache = await caches.open(CACHE);
  for (const address of addresses) {
    const page = await fetched(address);
    const text = await page.clone().text();
    // While several servers are updated, one may still answer with pages whose files are not stored here. The browser installs again later.
    if (!text.includes(BUILD.version)) throw new Error(`${address} has other files`);
    await storeFiles(BUILD.texts[languageOf(text) ?? ''] ?? []);
    await cache.put(address, page);
  }
}

function languageOf(page: string): string | undefined {
  return /<html[^>]* lang="([\w-]+)"/.exec(page)?.[1];
}

/** @throws {Error} for a redirect or an error response. */
async function fetched(address: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok || response.redirected) throw new Error(`${address} cannot be stored: ${response.status}`);
  return response;
}

/** Returns a stored file of any build, or fetches it. File names contain a hash of the content. */
async function fileOf(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

/** Returns the page from the network, or else its frame. */
async function pageOf(event: FetchEvent): Promise<Response> {
  try {
    // The DOM's types say `any`.
    return ((await event.preloadResponse) as Response | undefined) ?? (await fetch(event.request));
  } catch {
    return frameOf(new URL(event.request.url));
  }
}

/** Returns the frame of the page, or the page without a connection, which knows the address to continue to. */
async function frameOf({ pathname, search }: URL): Promise<Response> {
  const cache = await caches.open(CACHE);
  const frame = await cache.match(nameOfFrame(pathname, search));
  if (frame !== undefined) return frame;
  if ((await cache.match(NO_CONNECTION)) === undefined) return Response.error();
  return Response.redirect(`${NO_CONNECTION}?from=${encodeURIComponent(`${pathname}${search}`)}`);
}

function nameOfFrame(pathname: string, search: string): string {
  if (pathname.startsWith('/agreements/')) return ROOM;
  return pathname === '/' && new URLSearchParams(search).get('tab') === 'my' ? OWN : pathname;
}

/** Payload of a push message: see `notices/channels/push.ts`. */
interface Pushed {
  title: string;
  body: string;
  link: string;
}

self.addEventListener('push', (event) => {
  // Each push of the server has this content; the keys of the subscription authenticate it.
  const { title, body, link } = (event.data as PushMessageData).json() as Pushed;
  event.waitUntil(
    self.registration.showNotification(title, { body, data: { link }, icon: '/icon-192.png', tag: link }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  // Set by the listener above.
  const { link } = event.notification.data as Pick<Pushed, 'link'>;
  event.waitUntil(openPage(new URL(link, self.location.origin)));
});

/** Shows the page in an open window, or in a new one. Ignores addresses of other origins. */
async function openPage({ origin, pathname, search, hash }: URL): Promise<void> {
  const page = origin === self.location.origin ? `${pathname}${search}${hash}` : '/';
  const [open] = await self.clients.matchAll({ type: 'window' });
  if (open === undefined) {
    await self.clients.openWindow(page);
    return;
  }
  await open.focus();
  await open.navigate(page);
}
