import type { Pagination } from '@mutual-transfer/domain/pagination';
import type { App } from '../dependencies.ts';

/** Pagination of a list response, which some routes nest in `data`. */
interface Paged {
  readonly pagination?: Pagination;
  readonly data?: { readonly pagination?: Pagination } | null;
}

/** Sends the `Link` header with each paginated response: first, previous, next and last page (RFC 8288). */
export function sendListLinks(app: App): void {
  app.addHook('preSerialization', async (request, reply, payload: Paged | null) => {
    const pagination = payload?.pagination ?? payload?.data?.pagination;
    if (request.method !== 'GET' || pagination === undefined) return payload;
    const others = reply.getHeader('link');
    const links = linksOf(request.originalUrl, pagination);
    reply.header('link', [...(others === undefined ? [] : [String(others)]), ...links].join(', '));
    return payload;
  });
}

function linksOf(url: string, { page, pages, totalIsExact }: Pagination): string[] {
  const last = Math.max(pages, 1);
  const targets = {
    first: 1,
    ...(page > 1 ? { prev: Math.min(page - 1, last) } : {}),
    ...(page < last ? { next: page + 1 } : {}),
    // Without an exact total the last page is unknown.
    ...(totalIsExact ? { last } : {}),
  };
  const [path, query] = url.split('?');
  return Object.entries(targets).map(([relation, target]) => {
    const parameters = new URLSearchParams(query);
    parameters.set('page', String(target));
    return `<${path}?${parameters}>; rel="${relation}"`;
  });
}
