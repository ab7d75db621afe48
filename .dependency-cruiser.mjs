/**
 * Who may import whom. Packages are layers, apps are slices; arrows point down only.
 * @type {Record<string, string[]>}
 */
const MAY_IMPORT = {
  'packages/domain': [],
  'packages/contracts': ['domain'],
  'packages/stats': ['domain'],
  'packages/omr': ['domain'],
  'packages/sheet': ['domain'],
  'packages/db': ['domain'],
  'packages/client': ['contracts', 'domain'],
  'packages/ui': ['domain', 'contracts', 'client', 'stats'],
  'packages/scan-review': ['domain', 'contracts', 'ui'],
  'packages/scan-simulator': ['domain', 'sheet', 'omr'],
  'native/scanner-bridge': [],
  'native/node-twain': ['scanner-bridge'],
  'apps/server': ['contracts', 'domain', 'db', 'omr', 'sheet', 'stats'],
  'apps/web': ['contracts', 'domain', 'client', 'ui', 'scan-review', 'sheet'],
  'apps/station': ['contracts', 'domain', 'client', 'ui', 'scan-review', 'omr', 'scanner-bridge'],
}

const layerRules = Object.entries(MAY_IMPORT).map(([folder, allowed]) => ({
  name: `${folder.split('/')[1]}-imports`,
  comment: `${folder} may import ${allowed.join(', ') || 'no other package'}`,
  severity: 'error',
  from: { path: `^${folder}/` },
  to: {
    path: '^(packages|native|apps)/',
    pathNot: [folder, ...allowed.map((name) => `(packages|native)/${name}`)].map(
      (path) => `^${path}/`,
    ),
  },
}))

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...layerRules,
    {
      name: 'nobody-imports-an-app',
      comment: 'Apps are ends, not parts; only scripts and whole-product tests start them',
      severity: 'error',
      from: { path: '^(packages|native|bench)/' },
      to: { path: '^apps/' },
    },
    {
      name: 'nobody-imports-scripts',
      severity: 'error',
      from: { path: '^(packages|native|apps)/', pathNot: '\\.(test|spec)\\.tsx?$' },
      to: { path: '^(scripts|bench|e2e)/' },
    },
    {
      name: 'nobody-imports-research',
      comment: 'Studies stand outside the check: what is checked is not made of them',
      severity: 'error',
      from: { path: '^(packages|native|apps|scripts|bench|e2e)/' },
      to: { path: '^research/' },
    },
    {
      name: 'packages-meet-at-the-door',
      comment: 'Import @hengjuan/<name>, never a file inside another package',
      severity: 'error',
      from: { path: '^packages/([^/]+)/' },
      // A path is `local`; a name goes through the `exports` of the package.
      to: { path: '^packages/[^/]+/', pathNot: '^packages/$1/', dependencyTypes: ['local'] },
    },
    {
      name: 'apps-use-package-doors',
      comment: 'Import @hengjuan/<name>, never a file inside a package',
      severity: 'error',
      from: { path: '^(apps|bench|scripts|e2e|research)/', pathNot: '\\.config\\.ts$' },
      to: { path: '^(packages|native)/', dependencyTypes: ['local'] },
    },
    {
      name: 'features-meet-at-the-door',
      comment:
        "A feature reaches another only through that feature's index.ts; a test builds its world as it needs it",
      severity: 'error',
      from: { path: '^apps/[^/]+/src/features/([^/]+)/', pathNot: ['\\.test\\.ts$', '/testing/'] },
      to: {
        path: '^apps/[^/]+/src/features/[^/]+/',
        // What only tests import may also come from another feature's tests.
        pathNot: ['/features/$1/', '/features/[^/]+/(index\\.ts$|testing/)'],
      },
    },
    {
      name: 'web-features-do-not-meet',
      comment: 'Pages compose features; features do not know each other',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/' },
      to: { path: '^apps/web/src/features/[^/]+/', pathNot: '^apps/web/src/features/$1/' },
    },
    {
      name: 'web-looks-know-no-exam',
      comment: 'src/ui is a thin layer over Blueprint: no feature, no page',
      severity: 'error',
      from: { path: '^apps/web/src/ui/' },
      to: { path: '^apps/web/src/(features|pages)/' },
    },
    {
      name: 'domain-is-pure',
      comment: 'Rules know no file, network, clock of their own or library',
      severity: 'error',
      from: { path: '^packages/(domain|stats)/src/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core', 'npm', 'npm-dev', 'npm-optional', 'npm-peer'] },
    },
    {
      name: 'renderers-without-node',
      comment: 'Windows and browsers see no Node',
      severity: 'error',
      from: {
        path: '^(apps/web/src|apps/station/src/renderer|packages/(ui|scan-review|client|contracts)/src)/',
        pathNot: '\\.(test|spec)\\.tsx?$',
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'only-tests-import-testing',
      severity: 'error',
      from: { path: '^(apps|packages|native)/', pathNot: ['\\.(test|spec)\\.tsx?$', '/testing/'] },
      to: { path: '/testing/' },
    },
    {
      name: 'no-circular',
      comment: 'Two modules that need each other are one module, or share a third; types may meet',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-undeclared-package',
      comment: 'Every npm package that is used stands in the package.json beside it',
      severity: 'error',
      from: { path: '^(apps|packages|native)/[^/]+/src/', pathNot: '\\.(test|spec)\\.tsx?$' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    // The folders that are walked into; everything else is only resolved.
    doNotFollow: { path: ['node_modules', 'dist'] },
    exclude: { path: ['(^|/)dist/'] },
    // Imports of types count too.
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
