import { createPasswords } from '../../apps/server/src/accounts/passwords/passwords.ts';
import { migrate } from '../../apps/server/src/database/migrate.ts';
import { addDemoTeachers, DEMO_PASSWORD, DEMO_SEED } from '../../apps/server/src/demo/demo-world.ts';
import { freePort } from '../../apps/server/test/testing/processes/free-port.ts';
import { startNginx } from '../../apps/server/test/testing/processes/nginx.ts';
import { type ServerProcess, startServer } from '../../apps/server/test/testing/processes/server-process.ts';
import { findProgram } from '../../scripts/programs.mjs';
import { withDatabase } from '../world/cluster.ts';

type Variables = Readonly<Record<string, string>>;

/** Server process of the product, with the address of its metrics. */
export interface Product {
  readonly server: ServerProcess;
  readonly figures: string;
  readonly variables: Variables;
}

/** Servers behind nginx. */
export interface Products {
  readonly base: string;
  readonly products: Product[];
  readonly close: () => Promise<void>;
}

/** Starts a server for each of the settings, and nginx in front of them. */
export async function startProducts(settings: readonly Variables[]): Promise<Products> {
  const products = await Promise.all(settings.map(startProduct));
  const bases = products.map(({ server }) => server.base);
  const nginx = await startNginx(findProgram('nginx'), bases);
  const close = async () => {
    await Promise.all([nginx.stop(), ...products.map(({ server }) => server.stop())]);
  };
  return { base: nginx.base, products, close };
}

async function startProduct(more: Variables): Promise<Product> {
  const port = await freePort();
  const variables = {
    TOKEN_SECRET: 'a secret that all servers of this run know',
    METRICS_PORT: String(port),
    LOG_LEVEL: 'error',
    DRAIN_SECONDS: '2',
    // The nightly deep plan would occupy the processor for minutes.
    NIGHTLY_PLAN_SECONDS: '0',
    ...more,
  };
  return { server: await startServer(variables), figures: `http://127.0.0.1:${port}`, variables };
}

/** Restarts a killed server on its port. */
export async function startAgain({ server, figures, variables }: Product): Promise<Product> {
  const again = await startServer({ ...variables, PORT: new URL(server.base).port });
  return { server: again, figures, variables };
}

/** Returns the sum of the samples in a server's metrics that start with the text; 0 without an answer. */
export async function metricOf({ figures }: Product, sample: string): Promise<number> {
  const text = await fetch(`${figures}/api/metrics`).then(
    (answer) => answer.text(),
    () => '',
  );
  const lines = text.split('\n').filter((line) => line.startsWith(sample));
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

/** Fills an empty database with demo teachers. */
export function fillWithDemo(url: string, teachers: number): Promise<unknown> {
  return withDatabase(url, async (database) => {
    await migrate(database);
    const passwordHash = await createPasswords().hash(DEMO_PASSWORD);
    return addDemoTeachers(database, { teachers, seed: DEMO_SEED, now: new Date(), passwordHash });
  });
}
