import type { App } from '../dependencies.ts';
import { anonymous } from '../sessions/viewer.ts';
import { refuseMalformed } from './refusals/malformed-requests.ts';
import { setHeaders } from './responses/headers.ts';

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
