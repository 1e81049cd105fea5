import { outlines, placeTopology } from '@mutual-transfer/domain/reference/outlines';
import { AppError } from '../errors.ts';
import type { Outlined, PlaceOutlines } from '../places/read-outlines.ts';
import type { App } from './dependencies.ts';
import { cacheControl, versioned } from './reference.routes.ts';

const ROOT = '/reference/outlines';
const config = { policy: 'open' } as const;

export interface OutlineDependencies {
  /** Outlines supplied by the operator. Without outlines, maps consist of tiles. */
  readonly outlines: PlaceOutlines | undefined;
}

/** Serves the outlines from which maps are drawn. */
export function outlineRoutes(app: App, { outlines: supplied }: OutlineDependencies): void {
  const kinds = ['districts', 'blocks'] as const;
  const pathOf = (kind: (typeof kinds)[number]) =>
    supplied?.[kind] === undefined ? null : `${ROOT}/${kind}?v=${supplied[kind].hash}`;
  app.get(
    `/api${ROOT}`,
    { config, schema: { summary: 'List the files of outlines of places', response: { 200: outlines } } },
    () => ({
      districts: pathOf('districts'),
      blocks: pathOf('blocks'),
      credit: supplied?.credit ?? null,
    }),
  );
  for (const kind of kinds) outlineRoute(app, kind, supplied?.[kind]);
}

function outlineRoute(app: App, kind: string, outlined: Outlined | undefined): void {
  app.get(
    `/api${ROOT}/${kind}`,
    {
      config: { ...config, problems: ['not_found'] },
      schema: {
        summary: `Get the outlines of ${kind} as TopoJSON, or 404 if there are none`,
        querystring: versioned,
        response: { 200: placeTopology },
      },
    },
    async (request, reply) => {
      if (outlined === undefined) throw new AppError('not_found');
      reply.header('cache-control', cacheControl(request.query, outlined.hash));
      // The text was validated when it was read. It is sent without being serialised again.
      return reply.type('application/json; charset=utf-8').send(outlined.text as never) as never;
    },
  );
}
