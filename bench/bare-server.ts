import { once } from 'node:events';
import Fastify from 'fastify';
import { connect } from '../apps/server/src/platform/database/open-database.ts';

/**
 * The bare route: a Fastify server without plugins that reads the first page of the list with one statement, through
 * a pool of the same size as the app's, and answers with the rows as JSON. It checks no session, counts no limit,
 * writes nothing and compresses nothing.
 */
const firstPage = {
  name: 'first page',
  text: `select requests.*, users.name, users.school_name, users.district, users.block, users.category
    from requests join users on users.id = requests.user_id where listed order by requests.id desc limit $1`,
  values: [10],
};

const { pool } = connect({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.DATABASE_POOL_SIZE),
});
const server = Fastify();
server.get('/', async () => (await pool.query(firstPage)).rows);
console.info(`The bare route is at ${await server.listen({ port: 0, host: '127.0.0.1' })}`);

// The parent process exited, or requests a shutdown.
await Promise.race([once(process, 'disconnect'), once(process, 'SIGTERM')]);
process.exit(0);
