import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { transformWithOxc } from 'vite';

/** Vite's build manifest, by source or by the name of a shared file. */
type BuildManifest = Readonly<
  Record<
    string,
    {
      file: string;
      imports?: readonly string[];
      dynamicImports?: readonly string[];
    }
  >
>;

const route = (path: string) => `src/${path}.tsx?__react-router-build-client-route`;

const FRAME = [
  'src/entry.client.tsx',
  route('root'),
  route('frame/screen-texts'),
  route('frame/offline-page'),
];

/** Pages whose frames are stored. */
const SCREENS = [
  'src/frame/member-frame.tsx',
  'src/frame/offline-panel.tsx',
  route('frame/access-guard'),
  route('frame/signed-in-only'),
  route('dashboard/dashboard-page'),
  route('agreements/agreements-page'),
  route('agreements/agreement-page/agreement-page'),
  route('browse/browse-page'),
  route('notices/alerts-page'),
  route('account/account-page'),
  route('account/account-part-page'),
];

const TEXTS = /^src\/platform\/i18n\/texts\/(\w+)-(\w+)\.ts$/;

/** Text parts that none of these pages needs. */
const OTHER_TEXTS = ['administrator', 'record'];

/** Files that these pages load on a press, for actions that need a connection. */
const OTHER_FILES = /request-map|sign-up-dialog|solve-proof|impersonation|own-record/;

/**
 * Writes the service worker with the names of the files it caches, under a constant name. Runs at the end of the build: React Router
 * writes the file of routes last.
 */
export async function writeServiceWorker(worker: string, clientFolder: string): Promise<void> {
  // The part of Vite's manifest that is read here.
  const manifest = JSON.parse(
    await readFile(join(clientFolder, '.vite/manifest.json'), 'utf8'),
  ) as BuildManifest;
  const assets = await readdir(join(clientFolder, 'assets'));
  const routes = assets.find((name) => /^manifest-\w+\.js$/.test(name)) ?? '';
  const { code: module } = await transformWithOxc(await readFile(worker, 'utf8'), worker);
  // Browsers run it as a classic script, which has no exports; the empty export only made it a module for the compiler.
  const code = module.replace(/^export \{\};$/m, '');
  const frame = [...filesOf(manifest, FRAME, false), `/assets/${routes}`];
  const pictures = await readdir(join(clientFolder, 'language-names'));
  const files = {
    frame,
    pictures: ['/favicon.svg', ...svgs(pictures)],
    screens: filesOf(manifest, SCREENS, true).filter((file) => !frame.includes(file)),
    texts: textsOf(manifest),
    version: routes.replace(/^manifest-|\.js$/g, ''),
  };
  const name = createHash('sha256').update(JSON.stringify(files)).update(code).digest('hex').slice(0, 12);
  const source = `const BUILD = ${JSON.stringify({ name, ...files })};\n${code}`;
  const path = join(clientFolder, 'service-worker.js');
  await writeFile(path, source);
  await writeFile(`${path}.br`, brotliCompressSync(source));
  await writeFile(`${path}.gz`, gzipSync(source, { level: 9 }));
}

/** Returns the SVG files of language names, without their compressed copies. */
function svgs(names: readonly string[]): string[] {
  return names.filter((name) => name.endsWith('.svg')).map((name) => `/language-names/${name}`);
}

/** Returns the files of these sources with all of their static imports, and with their dynamic imports if wanted. */
function filesOf(manifest: BuildManifest, sources: readonly string[], isWithLater: boolean): string[] {
  const found = new Map<string, string>();
  const due = [...sources];
  for (const name of due) {
    const { file, imports = [], dynamicImports = [] } = entryOf(manifest, name);
    if (found.has(name) || TEXTS.test(name) || OTHER_FILES.test(name)) continue;
    found.set(name, `/${file}`);
    due.push(...imports, ...(isWithLater ? dynamicImports : []));
  }
  return [...new Set(found.values())];
}

/** @throws {Error} if the build is incomplete. */
function entryOf(manifest: BuildManifest, name: string) {
  const entry = manifest[name];
  if (entry === undefined) throw new Error(`The build does not know ${name}`);
  return entry;
}

function textsOf(manifest: BuildManifest): Record<string, string[]> {
  const texts: Record<string, string[]> = {};
  for (const [source, { file, imports = [] }] of Object.entries(manifest)) {
    const [, language, part] = TEXTS.exec(source) ?? [];
    if (language === undefined || part === undefined || OTHER_TEXTS.includes(part)) continue;
    const files = [file, ...imports.flatMap((name) => manifest[name]?.file ?? [])];
    texts[language] = [...new Set([...(texts[language] ?? []), ...files.map((name) => `/${name}`)])];
  }
  return texts;
}
