/**
 * Runs in the browser beside the pages, and when none is open: it shows the notices that the server pushes, and what is kept of the
 * product when there is no connection: files of the build, and frames of pages, which are the same for every reader. It keeps no answer
 * of the API (see `src/offline/kept-answers.ts`). It is a file of its own without imports, so that browsers take it as it is.
 */
export type {};

declare const self: ServiceWorkerGlobalScope;

/** Written before this file by the build: see `write-service-worker.ts`. */
declare const BUILD: {
  readonly name: string;
  /** The files that the page for no connection needs, and those of the screens that show what was seen last. */
  readonly frame: readonly string[];
  readonly screens: readonly string[];
  /** Small files whose names stay while their content may change. */
  readonly pictures: readonly string[];
  /** The files of texts by language. */
  readonly texts: Readonly<Record<string, readonly string[]>>;
  /** The file of all routes. */
  readonly routes: string;
};

const FILES = 'files-';
const PAGES = 'pages-';
const NO_CONNECTION = '/offline';
const ROOM = '/agreements/kept';
const OWN = '/?tab=my';
const SCREENS = ['/dashboard', '/agreements', ROOM, OWN];

self.addEventListener('install', (event) => {
  leaveOutApi(event);
  event.waitUntil(install());
});
self.addEventListener('activate', (event) => event.waitUntil(activate()));

/** A page has the new version run, or the screens kept in its language. */
self.addEventListener('message', (event) => {
  const { data } = event as { data: 'activate' | { readonly language: string } };
  event.waitUntil(data === 'activate' ? self.skipWaiting() : keepScreens(data.language));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || pathname.startsWith('/api/')) return;
  if (pathname.startsWith('/assets/')) event.respondWith(fileOf(request));
  else if (BUILD.pictures.includes(pathname)) event.respondWith(fetch(request).catch(() => fileOf(request)));
  else if (pathname === '/__manifest') event.respondWith(fetch(request).catch(keptRoutes));
  else if (request.mode === 'navigate') event.respondWith(pageOf(event));
});

/** The event of browsers that route calls without asking the worker (Service Worker Static Routing API); others ask it. */
interface RoutingEvent extends ExtendableEvent {
  readonly addRoutes?: (rule: {
    readonly condition: { readonly urlPattern: string };
    readonly source: 'network';
  }) => Promise<void>;
}

/**
 * Calls of the API are none of the worker's business. Chromium would start it for each, and ask the server for a stream once more beside
 * it, which then holds a connection.
 */
function leaveOutApi(event: RoutingEvent): void {
  void event.addRoutes?.({ condition: { urlPattern: '/api/*' }, source: 'network' }).catch(() => {});
}

/** What the frame needs, and the screens where the last build had them. */
async function install(): Promise<void> {
  const hadScreens = (await caches.match(SCREENS[0] ?? '')) !== undefined;
  await keepFiles([...BUILD.frame, BUILD.routes]);
  await keepPages([NO_CONNECTION]);
  await (await caches.open(`${FILES}${BUILD.name}`)).addAll([...BUILD.pictures]);
  if (hadScreens) await keepScreens();
}

/** The files of the build before stay one build longer: a page of it may still be open. */
async function activate(): Promise<void> {
  const names = await caches.keys();
  const oldFiles = names.filter((name) => name.startsWith(FILES)).slice(0, -2);
  const oldPages = names.filter((name) => name.startsWith(PAGES) && name !== `${PAGES}${BUILD.name}`);
  await Promise.all([...oldFiles, ...oldPages].map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/** Unless they are kept in that language. */
async function keepScreens(language?: string): Promise<void> {
  const pages = await caches.open(`${PAGES}${BUILD.name}`);
  const last = await pages.match(OWN);
  if (last !== undefined && languageOf(await last.text()) === language) return;
  await keepFiles(BUILD.screens);
  await keepPages([NO_CONNECTION, ...SCREENS]);
}

/** Of files that an earlier build had too, nothing is fetched. One after the other, so that a slow line stays free for the page. */
async function keepFiles(names: readonly string[]): Promise<void> {
  const files = await caches.open(`${FILES}${BUILD.name}`);
  for (const name of names) {
    if ((await files.match(name)) !== undefined) continue;
    await files.put(name, (await caches.match(name)) ?? (await fetched(name)));
  }
}

/** The pages as the server renders them now, in the language that this browser has chosen, with its texts. */
async function keepPages(addresses: readonly string[]): Promise<void> {
  const pages = await caches.open(`${PAGES}${BUILD.name}`);
  for (const address of addresses) {
    const page = await fetched(address);
    const language = languageOf(await page.clone().text());
    await keepFiles(BUILD.texts[language ?? ''] ?? []);
    await pages.put(address, page);
  }
}

function languageOf(page: string): string | undefined {
  return /<html[^>]* lang="([\w-]+)"/.exec(page)?.[1];
}

/** @throws {Error} for anything but the file or page itself. */
async function fetched(address: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok || response.redirected) throw new Error(`${address} cannot be kept: ${response.status}`);
  return response;
}

/** A file of any build that is kept; names never come to mean another file. */
async function fileOf(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

async function pageOf(event: FetchEvent): Promise<Response> {
  try {
    return ((await event.preloadResponse) as Response | undefined) ?? (await fetch(event.request));
  } catch {
    return keptPage(new URL(event.request.url));
  }
}

/** The frame of the screen, else the page that says that there is no connection; it knows where to go on. */
async function keptPage({ pathname, search }: URL): Promise<Response> {
  const pages = await caches.open(`${PAGES}${BUILD.name}`);
  const page = await pages.match(frameOf(pathname, search));
  if (page !== undefined) return page;
  if ((await pages.match(NO_CONNECTION)) === undefined) return Response.error();
  const from = encodeURIComponent(`${pathname}${search}`);
  return Response.redirect(`${NO_CONNECTION}?from=${from}`);
}

/** Under which address the frame of a screen is kept. */
function frameOf(pathname: string, search: string): string {
  if (pathname.startsWith('/agreements/')) return ROOM;
  return pathname === '/' && new URLSearchParams(search).get('tab') === 'my' ? OWN : pathname;
}

/** All routes of the build, for the router, which asks the server for those that a screen links to. */
async function keptRoutes(): Promise<Response> {
  const text = await (await caches.match(BUILD.routes))?.text();
  if (text === undefined) return Response.error();
  const { routes } = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as {
    routes: object;
  };
  return Response.json(routes);
}

/** What the server sends: see `notices/channels/push.ts`. */
interface Pushed {
  readonly title: string;
  readonly body: string;
  readonly link: string;
}

self.addEventListener('push', (event) => {
  const { title, body, link } = (event.data as PushMessageData).json() as Pushed;
  event.waitUntil(
    self.registration.showNotification(title, { body, data: { link }, icon: '/icon-192.png', tag: link }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { link } = event.notification.data as Pick<Pushed, 'link'>;
  event.waitUntil(openPage(new URL(link, self.location.origin)));
});

/** Shows the page in a window that is open already, else in a new one; addresses elsewhere are not opened. */
async function openPage({ origin, pathname, search }: URL): Promise<void> {
  const page = origin === self.location.origin ? `${pathname}${search}` : '/';
  const [open] = await self.clients.matchAll({ type: 'window' });
  if (open === undefined) {
    await self.clients.openWindow(page);
    return;
  }
  await open.focus();
  await open.navigate(page);
}
