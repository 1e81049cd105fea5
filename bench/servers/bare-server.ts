import { once } from 'node:events';
import Fastify from 'fastify';
import { connect } from '../../apps/server/src/database/open-database.ts';
import type { RecordedCall } from './recorded-query.ts';

/**
 * The bare route: a Fastify server without plugins. `PUT /calls` stores the statements that the app sent for each call of a row;
 * `GET /calls/N` sends them to PostgreSQL again, the same ones concurrently, through a pool of the app's size, and answers with their
 * rows as JSON. It checks no session, counts no limit, writes nothing and compresses nothing.
 */
const WHOLE_PLAN = 512 * 1_024 * 1_024;

const { pool } = connect({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.DATABASE_POOL_SIZE),
});
const server = Fastify({ bodyLimit: WHOLE_PLAN });
let calls: readonly RecordedCall[] = [];

server.put<{ Body: RecordedCall[] }>('/calls', (request, reply) => {
  calls = request.body;
  return reply.code(204).send();
});

server.get<{ Params: { number: string } }>('/calls/:number', async (request) => {
  const answers: unknown[] = [];
  for (const step of calls[Number(request.params.number)] ?? []) {
    const results = await Promise.all(
      step.map(({ values, ...query }) => pool.query({ ...query, values: [...values] })),
    );
    answers.push(...results.map(({ rows }) => rows));
  }
  return answers;
});

await server.listen({ port: 0, host: '127.0.0.1' });
const address = server.server.address();
console.info(
  `The bare route is at http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
);

// The parent process exited, or requests a shutdown.
await Promise.race([once(process, 'disconnect'), once(process, 'SIGTERM')]);
process.exit(0);
