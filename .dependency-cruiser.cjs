/**
 * The folders of the server from top to bottom: a folder imports folders below it, never one above. `docs/architecture.md`
 * draws them; `docs/decisions/0011-folders-of-the-server.md` has the reasons for their order.
 */
const folders = [
  'dashboard',
  'admin',
  'payments',
  'requests',
  'inbox',
  'account',
  'seasons',
  'agreements',
  'matching',
  'sign-in',
  'notices',
  'people',
  'pages',
  'http',
  'platform',
];

const server = '^apps/server/src';

/** Modules that compose the folders into a product: the processes, the commands and their tools. */
const composition = ['app', 'main', 'jobs', 'metrics', 'commands', 'demo'].join('|');

const downwardOnly = folders.map((folder, index) => ({
  name: `${folder}-imports-only-folders-below`,
  severity: 'error',
  from: { path: `${server}/${folder}/`, pathNot: '\\.test\\.ts$' },
  to: { path: `${server}/(${[...folders.slice(0, index), ''].join('/|')}(${composition})(/|\\.ts$))` },
}));

/** The folders within a folder of the server, from top to bottom; `.` is its own files. Each imports only those after it. */
const subFolders = {
  admin: ['.', 'agreements', 'imports'],
  agreements: ['papers', 'office', '.'],
  matching: ['.', 'plans', 'graph', 'index'],
  notices: ['.', 'channels'],
  payments: ['.', 'providers'],
  platform: ['.', 'database'],
};

const web = '^apps/web/src';

/** The same within a folder of the web. */
const webSubFolders = {
  platform: ['.', 'i18n'],
  'platform/i18n': ['.', 'texts'],
  ui: ['fields', '.'],
  agreements: ['agreement-page', '.'],
  admin: ['.', 'list'],
};

/** The same within the plans of `packages/matching`, without the files beside the folders. */
const matchingSubFolders = { clearing: ['files', 'pairs', 'deep', 'packing', 'bounds', 'strata'] };

const subFoldersDownwardOnly = [
  [server, subFolders],
  [web, webSubFolders],
  ['^packages/matching/src', matchingSubFolders],
].flatMap(([root, foldersOfRoot]) =>
  Object.entries(foldersOfRoot).flatMap(([folder, parts]) => {
    const pathOf = (part) => `${root}/${folder}/${part === '.' ? '[^/]+$' : `${part}/`}`;
    return parts.slice(1).map((part, index) => ({
      name: `${root.split('/')[1]}-${folder}-${part}-imports-only-parts-below`.replace('-.-', '-itself-'),
      severity: 'error',
      from: { path: pathOf(part), pathNot: '\\.test\\.tsx?$' },
      to: { path: parts.slice(0, index + 1).map(pathOf) },
    }));
  }),
);

/** The folders of the web that every noun may use, each importing only those before it. `docs/architecture.md` describes them. */
const webFolders = ['platform', 'ui', 'form', 'navigation'];

/**
 * The nouns of the web, each with the nouns whose exported parts it shows. The order excludes cycles: a noun imports
 * only earlier nouns.
 */
const nounsShown = {
  places: [],
  shares: [],
  reports: [],
  notices: ['reports'],
  agreements: ['notices', 'reports', 'shares'],
  matches: ['agreements', 'notices', 'reports', 'shares'],
  requests: ['agreements', 'matches', 'places'],
  payments: ['requests'],
  privacy: ['requests'],
  account: ['agreements', 'notices', 'payments', 'places', 'requests'],
  'sign-in': ['account', 'privacy'],
  browse: ['agreements', 'matches', 'notices', 'payments', 'places', 'reports', 'requests'],
  where: ['browse', 'places', 'requests'],
  seasons: [],
  operator: ['sign-in'],
  dashboard: ['account', 'agreements', 'matches', 'notices', 'requests', 'seasons', 'shares'],
  kit: [],
  admin: ['account', 'agreements', 'places', 'requests', 'seasons'],
};

const nouns = Object.keys(nounsShown);

const webDownwardOnly = webFolders.map((folder, index) => ({
  name: `web-${folder}-imports-only-folders-before`,
  severity: 'error',
  from: { path: `${web}/${folder}/`, pathNot: '\\.test\\.tsx?$' },
  to: { path: `${web}/(${[...webFolders.slice(index + 1), ...nouns, 'frame'].join('|')})/` },
}));

const nounsApart = nouns.map((noun, index) => {
  const shown = nounsShown[noun];
  if (shown.some((other) => nouns.indexOf(other) >= index)) throw new Error(`${noun} imports a later noun`);
  const allowed = [noun, ...shown];
  return {
    name: `web-${noun}-imports-only-nouns-it-shows`,
    severity: 'error',
    from: { path: `${web}/${noun}/`, pathNot: '\\.test\\.tsx?$' },
    to: { path: `${web}/(${[...nouns.filter((other) => !allowed.includes(other)), 'frame'].join('|')})/` },
  };
});

/** The import directions of the tree: domain ← matching ← server; domain ← demo ← server; domain ← web. */
module.exports = {
  forbidden: [
    ...downwardOnly,
    ...subFoldersDownwardOnly,
    {
      name: 'every-folder-in-a-folder-is-listed',
      severity: 'error',
      from: {
        path: `${server}/[^/]+/[^/]+/`,
        pathNot: Object.entries(subFolders).map(
          ([folder, parts]) => `${server}/${folder}/(${parts.join('|')})/`,
        ),
      },
      to: {},
    },
    {
      name: 'every-folder-of-the-server-is-listed',
      severity: 'error',
      from: { path: `${server}/[^/]+/`, pathNot: `${server}/(${folders.join('|')}|commands|demo)/` },
      to: {},
    },
    {
      name: 'whole-app-tests-apart',
      severity: 'error',
      from: { path: `${server}/`, pathNot: '\\.test\\.ts$' },
      to: { path: '^apps/server/test/' },
    },
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { pathNot: '^apps/server/src/dependencies.ts$' } },
    },
    {
      name: 'domain-imports-nothing-of-ours',
      severity: 'error',
      from: { path: '^packages/domain/' },
      to: { path: '^(apps|packages/(matching|demo))/' },
    },
    {
      name: 'matching-imports-only-domain',
      severity: 'error',
      from: { path: '^packages/matching/' },
      to: { path: '^(apps|packages/demo/)', pathNot: '^packages/demo/' },
    },
    {
      name: 'demo-imports-only-domain',
      severity: 'error',
      from: { path: '^packages/demo/' },
      to: { path: '^(apps|packages/matching)/' },
    },
    {
      name: 'web-imports-only-domain',
      severity: 'error',
      from: { path: '^apps/web/' },
      to: { path: '^(apps/server|packages/(matching|demo))/' },
    },
    {
      name: 'server-does-not-import-web-sources',
      severity: 'error',
      from: { path: '^apps/server/' },
      to: { path: '^apps/web/src/' },
    },
    ...webDownwardOnly,
    {
      name: 'every-folder-of-the-web-is-listed',
      severity: 'error',
      from: {
        path: `${web}/[^/]+/`,
        pathNot: `${web}/(${[...webFolders, ...nouns, 'frame', 'styles', 'testing'].join('|')})/`,
      },
      to: {},
    },
    ...nounsApart,
    {
      name: 'ui-without-data-and-router',
      severity: 'error',
      from: { path: `${web}/ui/` },
      to: { path: `(${web}/platform/(api|offline|session)/|node_modules/(react-router|@tanstack))` },
    },
    {
      name: 'tests-stay-out',
      severity: 'error',
      from: { pathNot: '(\\.test\\.tsx?$|^test/|/testing/|/bench/)' },
      to: { path: '\\.test\\.tsx?$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(build|\\.react-router)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'default'] },
  },
};
