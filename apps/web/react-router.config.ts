import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Config } from '@react-router/dev/config';
import { writeServiceWorker } from './write-service-worker.ts';

export default {
  appDirectory: 'src',
  ssr: true,
  // Loads all routes as one cached file of 1.7 kB. Discovering them link by link would compete with the first API responses on a slow
  // connection.
  routeDiscovery: { mode: 'initial' },
  // Keeps `clientLoader` and component of a route in one file: see the chunk groups in vite.config.ts.
  splitRouteModules: false,
  buildEnd: async ({ viteConfig: { root } }) => {
    await compressManifest(join(root, 'build/client/assets'));
    await writeServiceWorker(join(root, 'worker/service-worker.ts'), join(root, 'build/client'));
  },
} satisfies Config;

/** Compresses the route manifest, which React Router writes after all other files are compressed. */
async function compressManifest(folder: string): Promise<void> {
  const names = await readdir(folder);
  const manifests = names.filter((name) => name.startsWith('manifest-') && name.endsWith('.js'));
  for (const name of manifests) {
    const content = await readFile(join(folder, name));
    await writeFile(join(folder, `${name}.br`), brotliCompressSync(content));
    await writeFile(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
  }
}
