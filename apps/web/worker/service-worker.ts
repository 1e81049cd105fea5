/**
 * Service worker, which runs in the browser even when no page is open. Shows push notices, and serves cached parts of the product: build
 * files, and frames of a member's pages, which are the same for every user. After serving a frame it compares the frame with the server's
 * build in the background. Other pages come from the network, and are served from the cache only without a connection. Caches no API
 * answer (see `src/platform/offline/stored-answers.ts`). A single file without imports, so that browsers run it unchanged.
 */
export type {};

declare const self: ServiceWorkerGlobalScope;

/** Prepended to this file by the build: see `write-service-worker.ts`. */
declare const BUILD: {
  readonly name: string;
  /** Files of the offline page and of the pages that show stored answers. */
  readonly frame: readonly string[];
  readonly screens: readonly string[];
  /** Small files whose names stay the same while their content may change. */
  readonly pictures: readonly string[];
  /** Files of texts by language. */
  readonly texts: Readonly<Record<string, readonly string[]>>;
  /** File with React Router's manifest of all routes. */
  readonly routes: string;
};

const FILES = 'files-';
const PAGES = 'pages-';
const NO_CONNECTION = '/offline';
const ROOM = '/agreements/stored';
const OWN = '/?tab=my';
const SCREENS = ['/dashboard', '/agreements', ROOM, '/alerts', '/account', OWN];
/** Header of pages: build and data of the server, and language of the page. Written by `entry.server.tsx`. */
const BUILD_HEADER = 'x-build';
/** Stored beside frames that differ from the server's pages. The network is asked first until they are renewed. */
const OUTDATED = '/outdated';

self.addEventListener('install', (event) => {
  leaveOutApi(event);
  event.waitUntil(install());
});
self.addEventListener('activate', (event) => event.waitUntil(activate()));

type Message = 'activate' | { readonly build: string } | { readonly language: string };

/** Messages from a page: activate the new version, activate it if the page is of that version, or cache the pages in its language. */
self.addEventListener('message', (event) => {
  // Only pages of this origin send messages, of these three kinds.
  const { data } = event as { data: Message };
  if (data === 'activate') event.waitUntil(self.skipWaiting());
  else if ('language' in data) event.waitUntil(cacheScreens(data.language));
  else if (BUILD.routes === `/assets/manifest-${data.build}.js`) event.waitUntil(self.skipWaiting());
  else event.source?.postMessage('waiting');
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || pathname.startsWith('/api/')) return;
  if (pathname.startsWith('/assets/')) event.respondWith(fileOf(request));
  else if (BUILD.pictures.includes(pathname)) event.respondWith(fetch(request).catch(() => fileOf(request)));
  else if (request.mode === 'navigate') event.respondWith(pageOf(event));
});

/** `install` event of browsers that support the Service Worker Static Routing API. Others ask the worker for each request. */
interface RoutingEvent extends ExtendableEvent {
  readonly addRoutes?: (rule: {
    readonly condition: { readonly urlPattern: string };
    readonly source: 'network';
  }) => Promise<void>;
}

/** Routes API calls past the worker. Otherwise Chromium would start it for each. */
function leaveOutApi(event: RoutingEvent): void {
  void event.addRoutes?.({ condition: { urlPattern: '/api/*' }, source: 'network' }).catch(() => {});
}

/** Caches the files of the frame, and the pages if the previous build had them. */
async function install(): Promise<void> {
  const hadScreens = (await caches.match(SCREENS[0] ?? '')) !== undefined;
  await cacheFiles([...BUILD.frame, BUILD.routes]);
  await cachePages([NO_CONNECTION]);
  await (await caches.open(`${FILES}${BUILD.name}`)).addAll([...BUILD.pictures]);
  if (hadScreens) await cacheScreens();
}

/** Preserves the files of the previous build for one more build, since one of its pages may still be open. */
async function activate(): Promise<void> {
  const names = await caches.keys();
  const oldFiles = names.filter((name) => name.startsWith(FILES)).slice(0, -2);
  const oldPages = names.filter((name) => name.startsWith(PAGES) && name !== `${PAGES}${BUILD.name}`);
  await Promise.all([...oldFiles, ...oldPages].map((name) => caches.delete(name)));
  await choosePreload();
  await self.clients.claim();
}

/** Requests pages while the worker starts, unless frames are cached: then most of these responses would not be used. */
async function choosePreload(): Promise<void> {
  const preload = self.registration.navigationPreload;
  if ((await (await pagesOfBuild()).match(OWN)) === undefined) await preload?.enable();
  else await preload?.disable();
}

/** @throws {Error} in a worker that a newer one has replaced: opening the cache creates it again after the newer one deleted it. */
async function pagesOfBuild(): Promise<Cache> {
  const pages = await caches.open(`${PAGES}${BUILD.name}`);
  if (self.serviceWorker.state !== 'redundant') return pages;
  await caches.delete(`${PAGES}${BUILD.name}`);
  throw new Error('a newer build is active');
}

/** Caches the frames, unless they are current and in that language. @throws {Error} if the server has another build. */
async function cacheScreens(language?: string): Promise<void> {
  const pages = await pagesOfBuild();
  const last = await pages.match(OWN);
  const isCurrent = (await pages.match(OUTDATED)) === undefined;
  if (last !== undefined && isCurrent && languageOf(await last.text()) === language) return;
  if (last !== undefined) await pages.put(OUTDATED, new Response());
  await cacheFiles(BUILD.screens);
  await cachePages([NO_CONNECTION, ...SCREENS]);
  await pages.delete(OUTDATED);
  await choosePreload();
}

/**
 * Caches files, and copies those of an earlier build instead of fetching them. Fetches one at a time, so that a slow connection stays free
 * for the page.
 */
async function cacheFiles(names: readonly string[]): Promise<void> {
  const files = await caches.open(`${FILES}${BUILD.name}`);
  for (const name of names) {
    if ((await files.match(name)) !== undefined) continue;
    await files.put(name, (await caches.match(name)) ?? (await fetched(name)));
  }
}

/** Caches the pages as the server renders them now, in the language of this browser, with its texts. */
async function cachePages(addresses: readonly string[]): Promise<void> {
  const pages = await pagesOfBuild();
  for (const address of addresses) {
    const page = await fetched(address);
    const text = await page.clone().text();
    if (!text.includes(BUILD.routes)) throw new Error(`${address} is of another build`);
    const language = languageOf(text);
    await cacheFiles(BUILD.texts[language ?? ''] ?? []);
    await pages.put(address, page);
  }
}

function languageOf(page: string): string | undefined {
  return /<html[^>]* lang="([\w-]+)"/.exec(page)?.[1];
}

/** @throws {Error} for a redirect or an error response. */
async function fetched(address: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok || response.redirected) throw new Error(`${address} cannot be cached: ${response.status}`);
  return response;
}

/** Returns a cached file of any build, or fetches it. File names contain a hash of the content. */
async function fileOf(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

/** Returns the cached frame of a member's page, or the page from the network. */
async function pageOf(event: FetchEvent): Promise<Response> {
  const frame = await currentFrame(event.request);
  if (frame !== undefined) {
    event.waitUntil(checkFrame(event.request.url, frame.headers.get(BUILD_HEADER)));
    return frame;
  }
  try {
    // The DOM's types say `any`.
    return ((await event.preloadResponse) as Response | undefined) ?? (await fetch(event.request));
  } catch {
    return cachedPage(new URL(event.request.url));
  }
}

/** Returns the cached frame of a page, unless it is outdated, a newer build waits, or the reader reloads the page. */
async function currentFrame({ url, cache }: Request): Promise<Response | undefined> {
  const { pathname, search } = new URL(url);
  const address = frameOf(pathname, search);
  const isWhole = address === ROOM ? search === '' : address === `${pathname}${search}`;
  if (!isWhole || !SCREENS.includes(address)) return undefined;
  if (cache === 'no-cache' || cache === 'reload' || self.registration.waiting !== null) return undefined;
  const pages = await pagesOfBuild();
  return (await pages.match(OUTDATED)) === undefined ? pages.match(address) : undefined;
}

/** Asks the server for the build of a page that was served from the cache. Renews the frames, or updates the worker, if it differs. */
async function checkFrame(address: string, cached: string | null): Promise<void> {
  const response = await fetch(address, { method: 'HEAD' }).catch(() => undefined);
  const build = response?.ok ? response.headers.get(BUILD_HEADER) : cached;
  if (build === cached) return;
  // The update is not waited for: a worker with an unfinished event keeps the newer one from being activated.
  await cacheScreens().catch(() => void self.registration.update().catch(() => {}));
}

/** Returns the cached frame of the page, or the offline page, which knows the URL to continue to. */
async function cachedPage({ pathname, search }: URL): Promise<Response> {
  const pages = await pagesOfBuild();
  const page = await pages.match(frameOf(pathname, search));
  if (page !== undefined) return page;
  if ((await pages.match(NO_CONNECTION)) === undefined) return Response.error();
  const from = encodeURIComponent(`${pathname}${search}`);
  return Response.redirect(`${NO_CONNECTION}?from=${from}`);
}

/** Returns the cache address of a page's frame. */
function frameOf(pathname: string, search: string): string {
  if (pathname.startsWith('/agreements/')) return ROOM;
  return pathname === '/' && new URLSearchParams(search).get('tab') === 'my' ? OWN : pathname;
}

/** Payload of a push message: see `notices/channels/push.ts`. */
interface Pushed {
  readonly title: string;
  readonly body: string;
  readonly link: string;
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
