import type { App } from '../dependencies.ts';
import { anonymous } from '../platform/sessions.ts';
import { refuseMalformed } from './refusals.ts';
import { setHeaders } from './response-headers.ts';

/** Begins every call: sets what belongs to a request and the headers of its response, and refuses a malformed URL. */
export function beginCalls(app: App): void {
  app.decorateRequest('viewer');
  app.decorateRequest('quotas');
  app.decorateRequest('ownerTag');
  app.decorateRequest('sentBody');
  app.addHook('onRequest', async (request, reply) => {
    request.viewer = anonymous;
    request.quotas = new Map();
    setHeaders(request, reply);
    refuseMalformed(request);
  });
}
