import { MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import type { FastifyRequest } from 'fastify';
import type { App, Dependencies } from '../dependencies.ts';
import { readSupport } from '../platform/support.ts';

/** Pages that search engines may list. */
const listed = [
  ...['/', '/where', '/season', '/register', '/login'],
  ...['/help', '/contact', '/complaint', '/terms', '/privacy-notice', '/refunds', '/accessibility'],
];
/** RFC 9116 recommends that the file is renewed within a year. */
const SECURITY_CONTACT_DAYS = 180;

/** Registers files for search engines and for people who report a weakness (RFC 9116). */
export function machineFiles(pages: App, { db, config, limits, now }: Dependencies): void {
  // Without a configured address the file repeats the host of the call, so no cache may keep it.
  const caching = config.publicUrl === undefined ? 'private, no-cache' : 'public, max-age=3600';
  const addressOf = (request: FastifyRequest) =>
    config.publicUrl ?? `${request.protocol}://${encodeURI(request.host)}`;

  pages.get('/sitemap.xml', async (request, reply) => {
    await limits.reserve(request, 'page');
    const urls = listed.map((path) => `<url><loc>${addressOf(request)}${path}</loc></url>`).join('');
    const body = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`;
    return reply.header('cache-control', caching).type('application/xml; charset=utf-8').send(body);
  });

  pages.get('/.well-known/security.txt', async (request, reply) => {
    await limits.reserve(request, 'page');
    const { supportEmail } = await readSupport(db, config);
    const expires = new Date(now().getTime() + SECURITY_CONTACT_DAYS * MILLISECONDS_A_DAY);
    const lines = [
      `Contact: mailto:${supportEmail}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: hi, en',
      `Canonical: ${addressOf(request)}/.well-known/security.txt`,
    ];
    return reply
      .header('cache-control', caching)
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`);
  });
}
