import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { App } from './dependencies.ts';

const PAGE = '/api/docs';

/** The OpenAPI 3.1 document of every route under /api; register before the routes and their policies. */
export async function describeApi(app: App): Promise<void> {
  app.addHook('onRoute', (route) => {
    // The page's own routes come from its package, which knows nothing of policies.
    if (route.url.startsWith(PAGE)) route.config = { ...route.config, policy: 'open', isUnmetered: true };
  });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Mutual transfer',
        version: '1.0.0',
        description: 'Mutual transfers of government school teachers in Bihar.',
      },
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
}

/** `/api/openapi.json`, and a page to read it at `/api/docs`. */
export async function publishDescription(app: App): Promise<void> {
  app.get('/api/openapi.json', { config: { policy: 'open' }, schema: { hide: true } }, () => app.swagger());
  await app.register(swaggerUi, {
    routePrefix: PAGE,
    staticCSP: true,
    logLevel: 'silent',
    uiConfig: { deepLinking: true, url: '/api/openapi.json' },
  });
}
