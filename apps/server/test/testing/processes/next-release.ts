import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFolder } from '../../../src/platform/config.ts';

/** Makes a release of this program with one more migration, in a folder of its own. @returns its `main.ts`. */
export async function makeNextRelease(
  migration: string,
): Promise<{ main: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'mutual-transfer-next-'));
  const server = join(folder, 'apps/server');
  await mkdir(server, { recursive: true });
  for (const path of ['node_modules', 'packages', 'package.json', 'apps/web'])
    await symlink(join(projectFolder, path), join(folder, path));
  for (const path of ['node_modules', 'package.json'])
    await symlink(join(projectFolder, 'apps/server', path), join(server, path));
  const source = join(server, 'src');
  await cp(join(projectFolder, 'apps/server/src'), source, { recursive: true });
  await writeFile(join(source, 'platform/database/migrations/0002-next.sql'), migration);
  return { main: join(source, 'main.ts'), remove: () => rm(folder, { recursive: true }) };
}
