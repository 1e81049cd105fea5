import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';
import { compression, defineAlgorithm } from 'vite-plugin-compression2';

/**
 * Entry pages of visits. Each lists the modules of `src/` whose shared imports are in its chunk. A module that several pages share is in
 * the chunk of the first.
 */
const firstPages = {
  list: ['entry.client', 'root', 'frame/screen-texts', 'browse/browse-page'],
  // Otherwise the registration would load the dashboard's whole chunk for this field, which both import.
  login: ['sign-in/login-page', 'ui/fields/check-field'],
  dashboard: ['frame/access-guard', 'frame/member-frame', 'dashboard/dashboard-page'],
};

interface ModuleGraph {
  getModuleInfo(id: string): { importers: readonly string[] } | null;
}

/** Returns the chunk group of the modules that a page shares with other pages. */
function sharedModulesOf([page, modules]: [string, string[]], order: number) {
  const isNeeded = (id: string, graph: ModuleGraph) =>
    staticImporters(id, graph).some((importer) => modules.includes(nameOf(importer)));
  return {
    name: (id: string, graph: ModuleGraph) => (isNeeded(id, graph) ? page : null),
    // A module and its dependencies go to the group with the highest priority.
    priority: 9 - order,
    minShareCount: 2,
  };
}

/** Returns a module and all modules that import it statically, directly or not. */
function staticImporters(id: string, graph: ModuleGraph): readonly string[] {
  const importers = new Set([id]);
  for (const importer of importers)
    for (const next of graph.getModuleInfo(importer)?.importers ?? []) importers.add(next);
  return [...importers];
}

/** Returns the name of a module below `src/`, without its extension and query. */
function nameOf(id: string): string {
  return id.replace(/^.*\/src\//, '').replace(/\.tsx?(\?.*)?$/, '');
}

/** Loads the domain on the server of `npm run dev` from its files, as the API does: a second copy would register its schemas twice. */
const domainOfServer: Plugin = {
  name: 'domain-of-server',
  apply: 'serve',
  enforce: 'pre',
  resolveId(id, _importer, { ssr }) {
    const [, module] = id.match(/^@mutual-transfer\/domain\/(.*)$/) ?? [];
    if (!ssr || module === undefined) return null;
    return { id: new URL(`../../packages/domain/src/${module}.ts`, import.meta.url).href, external: true };
  },
};

export default defineConfig(({ command }) => ({
  plugins: [
    reactRouter(),
    domainOfServer,
    compression({
      include: /\.(js|css|svg|json|webmanifest)$/,
      algorithms: [defineAlgorithm('gzip', { level: 9 }), defineAlgorithm('brotliCompress')],
    }),
  ],
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              // Each file costs a kilobyte of headers and a round trip on a slow connection: see docs/decisions/0003-web-parts.md.
              groups: [
                {
                  name: 'vendor',
                  priority: 10,
                  test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack)[\\/]/,
                },
                ...Object.entries(firstPages).map(sharedModulesOf),
              ],
            },
          },
        },
      },
    },
    ssr:
      command === 'serve'
        ? {}
        : {
            // Bundles React's production build, whatever the mode of the server: its development build renders a page three times as slowly.
            define: { 'process.env.NODE_ENV': JSON.stringify('production') },
            resolve: { noExternal: true },
            // The server that runs the build has already loaded the domain: a second copy would register its schemas twice with zod, and
            // generating the API description would fail.
            build: { rolldownOptions: { external: [/^@mutual-transfer\/domain\//] } },
          },
  },
  build: {
    // The oldest browsers that the README names; also of the style sheets.
    target: ['chrome109', 'safari16.4', 'firefox128'],
    manifest: true,
    // One file, inlined into each page: see the style sheet in entry.server.tsx.
    cssCodeSplit: false,
  },
  // Found before the first page: finding a library later would reload it.
  optimizeDeps: { entries: ['src/entry.client.tsx', 'src/root.tsx', 'src/**/*-page.tsx'] },
}));
