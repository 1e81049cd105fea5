import type { FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import type { App } from '../dependencies.ts';
import { answer } from '../responses/answers.ts';

const API = '/api';
const everyApiAddress = [API, `${API}/*`];

/** Paths of the registered routes, with their methods. */
class Addresses {
  readonly #methods = new Map<string, Set<string>>();
  readonly #patterns = new Map<string, URLPattern>();

  add(url: string, methods: readonly string[]): void {
    this.#methods.set(url, new Set([...(this.#methods.get(url) ?? []), ...methods]));
    if (/[:*]/.test(url)) this.#patterns.set(url, new URLPattern({ pathname: url }));
  }

  /**
   * Returns the methods of the route whose pattern equals this path; `undefined` if there is no such route, or if the pattern has a
   * parameter.
   */
  ofLiteral(path: string): ReadonlySet<string> | undefined {
    return this.#patterns.has(path) ? undefined : this.#methods.get(path);
  }

  /** Returns the methods of all routes that match a path, in alphabetical order; empty if no route matches. */
  of(path: string): string[] {
    const literal = this.ofLiteral(path);
    const urls = [...this.#patterns]
      .filter(([url, pattern]) => isOfApi(url) === isOfApi(path) && pattern.test({ pathname: path }))
      .map(([url]) => url);
    const methods = literal ?? new Set(urls.flatMap((url) => [...(this.#methods.get(url) ?? [])]));
    return [...methods].toSorted();
  }
}

/** Records each route that is registered from now on, and refuses calls to unknown paths or with a method that the path does not have. */
export function recordRoutes(app: App): Addresses {
  const addresses = new Addresses();
  app.addHook('onRoute', ({ url, method }) => {
    if (!everyApiAddress.includes(url)) addresses.add(url, [method].flat());
  });
  app.setNotFoundHandler((request, reply) => answer(refusal(request, addresses), request, reply));
  return addresses;
}

/**
 * Refuses unknown paths under `/api` in the API's error format, even if another route serves all other paths. Call it before the routes and
 * their policies are registered.
 */
export function refuseUnknownAddresses(api: App, addresses: Addresses): void {
  const refuse = async (request: FastifyRequest) => {
    throw refusal(request, addresses);
  };
  for (const url of everyApiAddress) {
    api.route({ method: api.supportedMethods, url, onRequest: refuse, handler: refuse });
  }
  // Otherwise `DELETE /api/requests/my` would match `/api/requests/:id` with the id `my`, and `/api/requests/` with an empty id.
  api.addHook('onRequest', async (request) => {
    if (request.routeOptions.url?.includes(':') !== true) return;
    const path = pathOf(request);
    if (path.endsWith('/') || addresses.ofLiteral(path) !== undefined) throw refusal(request, addresses);
  });
}

function refusal(request: FastifyRequest, addresses: Addresses): AppError {
  const allow = addresses.of(pathOf(request));
  const isAllowed = allow.length === 0 || allow.includes(request.method);
  return isAllowed ? new AppError('not_found') : new AppError('method_not_allowed', { allow });
}

function isOfApi(path: string): boolean {
  return path === API || path.startsWith(`${API}/`);
}

/** Returns the path that routes are matched against: decoded if the encoding is valid. */
function pathOf({ url }: FastifyRequest): string {
  const [path = ''] = url.split('?');
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
