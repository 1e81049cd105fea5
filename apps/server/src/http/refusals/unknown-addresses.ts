import type { FastifyRequest } from 'fastify';
import type { App } from '../../dependencies.ts';
import { AppError } from '../../errors.ts';
import { answer } from '../responses/answers.ts';

/** Answers 404 to calls of a path, or with a method, for which there is no route. */
export function answerUnknownAddresses(app: App): void {
  app.setNotFoundHandler((request, reply) => answer(new AppError('not_found'), request, reply));
}

/** Answers the same under `/api`, where the route of pages would answer otherwise. Call it before the policies of routes are registered. */
export function refuseUnknownAddresses(api: App): void {
  const refuse = async (_request: FastifyRequest) => {
    throw new AppError('not_found');
  };
  for (const url of ['/api', '/api/*'])
    api.route({ method: api.supportedMethods, url, onRequest: refuse, handler: refuse });
}
