/**
 * Runs in the browser beside the pages, and when none is open: it shows the notices that the server pushes. It is a file of its own without
 * imports, so that browsers take it as it is.
 */
export type {};

declare const self: ServiceWorkerGlobalScope;

/** What the server sends: see `notices/channels/push.ts`. */
interface Pushed {
  readonly title: string;
  readonly body: string;
  readonly link: string;
}

self.addEventListener('push', (event) => {
  const { title, body, link } = (event.data as PushMessageData).json() as Pushed;
  event.waitUntil(
    self.registration.showNotification(title, { body, data: { link }, icon: '/favicon.svg', tag: link }),
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
