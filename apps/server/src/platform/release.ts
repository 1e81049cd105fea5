import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from './config.ts';

const commitFile = join(projectFolder, 'apps/web/build/commit');

/** What runs here: the version of package.json, and the commit that the build wrote down. A server without a build has none. */
export const release: { version: string; commit: string } = {
  version: JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')).version,
  commit: existsSync(commitFile) ? readFileSync(commitFile, 'utf8') : 'unknown',
};
