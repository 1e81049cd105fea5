import { addDemoTeachers, DEMO_PASSWORD, DEMO_SEED } from '../../apps/server/src/demo/demo-world.ts';
import { migrate } from '../../apps/server/src/platform/database/migrate.ts';
import { createPasswords } from '../../apps/server/src/sign-in/passwords.ts';
import { startNginx } from '../../apps/server/test/testing/processes/nginx.ts';
import { type ServerProcess, startServer } from '../../apps/server/test/testing/processes/server-process.ts';
import { findProgram } from '../../scripts/programs.mjs';
import { withDatabase } from '../world.ts';

/** Servers of the product behind nginx. */
export interface Products {
  base: string;
  servers: ServerProcess[];
  close: () => Promise<void>;
}

/** Starts a server for each database address, and nginx in front of them. */
export async function startProducts(urls: readonly string[]): Promise<Products> {
  const settings = {
    TOKEN_SECRET: 'a secret that all servers of this run know',
    LOG_LEVEL: 'error',
    // The nightly deep plan would occupy the processor for minutes.
    NIGHTLY_PLAN_SECONDS: '0',
  };
  const servers = await Promise.all(urls.map((DATABASE_URL) => startServer({ ...settings, DATABASE_URL })));
  const nginx = await startNginx(
    findProgram('nginx'),
    servers.map(({ base }) => base),
  );
  const close = async () => {
    await Promise.all([nginx.stop(), ...servers.map((server) => server.stop())]);
  };
  return { base: nginx.base, servers, close };
}

/** Fills an empty database with demo teachers. */
export function fillWithDemo(url: string, teachers: number): Promise<unknown> {
  return withDatabase(url, async (database) => {
    await migrate(database);
    const passwordHash = await createPasswords().hash(DEMO_PASSWORD);
    return addDemoTeachers(database, { teachers, seed: DEMO_SEED, now: new Date(), passwordHash });
  });
}
