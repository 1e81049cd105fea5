/** The import directions of the tree: domain ← matching ← server; domain ← demo ← server; domain ← web. */
module.exports = {
  forbidden: [
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
      name: 'server-features-apart',
      severity: 'error',
      from: { path: '^apps/server/src/features/([^/]+)/' },
      to: { path: '^apps/server/src/features/', pathNot: '^apps/server/src/features/$1/' },
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
