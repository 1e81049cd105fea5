/**
 * The rooms of the server from top to bottom: a room imports rooms below it, never one above. `docs/architecture.md`
 * draws them, `docs/decisions/0011-rooms-of-the-server.md` says why in this order.
 */
const rooms = [
  'admin',
  'payments',
  'requests',
  'alerts',
  'rings',
  'lifecycle',
  'agreements',
  'plans',
  'matches',
  'offers',
  'accounts',
  'notices',
  'shares',
  'members',
  'privacy',
  'pages',
  'http',
  'limits',
  'sessions',
  'rules',
  'places',
  'database',
];

const server = '^apps/server/src';

/** What composes the rooms into a product: the processes, the commands and their tools. */
const composition = ['app', 'main', 'jobs', 'dependencies', 'metrics', 'commands', 'demo', 'backup'].join(
  '|',
);

const downwardOnly = rooms.map((room, index) => ({
  name: `${room}-imports-only-rooms-below`,
  severity: 'error',
  from: { path: `${server}/${room}/`, pathNot: '\\.test\\.ts$' },
  to: { path: `${server}/(${[...rooms.slice(0, index), ''].join('/|')}(${composition})(/|\\.ts$))` },
}));

/** The import directions of the tree: domain ← matching ← server; domain ← demo ← server; domain ← web. */
module.exports = {
  forbidden: [
    ...downwardOnly,
    {
      name: 'every-folder-of-the-server-is-a-room',
      severity: 'error',
      from: { path: `${server}/[^/]+/`, pathNot: `${server}/(${rooms.join('|')}|commands|demo|backup)/` },
      to: {},
    },
    {
      name: 'whole-app-tests-apart',
      severity: 'error',
      from: { path: `${server}/`, pathNot: '\\.test\\.ts$' },
      to: { path: '^apps/server/test/' },
    },
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
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
    {
      name: 'web-features-apart',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/' },
      to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    },
    {
      name: 'web-ui-is-plain',
      severity: 'error',
      from: { path: '^apps/web/src/ui/' },
      to: { path: '^(apps/web/src/(features|api|session)/|node_modules/(react-router|@tanstack))' },
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
