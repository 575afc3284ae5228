/** Tests combine parts that otherwise meet only in the running program, so some rules do not apply to them. */
const SPEC = '\\.spec\\.tsx?$';
const TESTS = [SPEC, '^(backend|frontend|sandbox|contracts)/test/', '^backend/bench/', '^e2e/'];
/** Folders of `backend/src/platform`, the lowest first: each uses only those before it. */
const FLOORS = [
  'domain',
  'clock',
  'keys',
  'database',
  'telemetry',
  'config',
  'event-store',
  'consumers',
  'vault',
  'processes',
  'wallet-app',
  'ledger',
  'calendar',
  'sessions',
  'http',
  'pdf',
  'projections',
  'worker-requests',
];

/** Features of the backend: each may use the running program (`module.public.ts`) of those before it. */
const FEATURES = [
  'screening',
  'identity',
  'access',
  'activity',
  'listings',
  'platform-accounts',
  'payments',
  'proposals',
  'payouts',
  'loans',
  'administration',
  'transparency',
  'audit',
  'anchoring',
  'bulk',
  'compliance',
  'investments',
  'issuance',
  'notifications',
  'operations-cases',
  'platform-info',
  'receipts',
  'recommendations',
  'redemption',
  'reconciliation',
  'statements',
  'trust-lines',
];

/** The rules for imports, each with its reason. `npm test` checks them. */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      comment: 'A circle has no first file to read. The stand-in passes itself to its calls, which know its type.',
      from: { pathNot: '^backend/test/support/eventstoredb/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      comment:
        'A file that imports nothing and is imported by nobody is left over, unless a program loads it by its name.',
      from: {
        orphan: true,
        pathNot: [
          '\\.d\\.ts$',
          '^frontend/test/style\\.stub\\.mjs$',
          '^scripts/lib/suite-progress\\.cjs$',
          '^e2e/support/(moved-clock|next-release)\\.mjs$',
        ],
      },
      to: {},
    },
    {
      name: 'production-knows-no-test',
      severity: 'error',
      comment: 'What runs does not lean on tests, on what supports them, or on measurements.',
      from: { path: '^((backend|frontend|sandbox|contracts)/src|scripts)/', pathNot: TESTS },
      to: { path: TESTS },
    },
    {
      name: 'contracts-know-nothing',
      severity: 'error',
      comment: 'The language both sides speak has no I/O and no framework.',
      from: { path: '^contracts/src' },
      to: { path: '^(backend|frontend|sandbox)/|node_modules/(@nestjs|typeorm|pg|react|xrpl)/' },
    },
    {
      name: 'sandbox-stands-alone',
      severity: 'error',
      comment: 'The outside world knows nothing of the platform.',
      from: { path: '^sandbox/src' },
      to: { path: '^(backend|frontend)/' },
    },
    {
      name: 'frontend-speaks-http',
      severity: 'error',
      comment: 'The frontend shares the contracts, not the code, of the backend.',
      from: { path: '^frontend/src' },
      to: { path: '^(backend|sandbox)/' },
    },
    {
      name: 'shared-knows-no-feature',
      severity: 'error',
      comment: 'What every screen stands on knows neither the screens nor what stands around them.',
      from: { path: '^frontend/src/shared', pathNot: SPEC },
      to: { path: '^frontend/src/(features|app)' },
    },
    {
      name: 'features-know-not-each-other',
      severity: 'error',
      comment: 'A screen can be taken away without another one breaking; what two need is shared.',
      from: { path: '^frontend/src/features/([^/]+)/', pathNot: SPEC },
      to: { path: '^frontend/src/(features|app)/', pathNot: '^frontend/src/features/$1/' },
    },
    {
      name: 'app-through-its-pages',
      severity: 'error',
      comment: 'The frame knows features by their pages alone (`pages.ts`); the first screen is in the first load.',
      from: { path: '^frontend/src/app/', pathNot: [SPEC, '^frontend/src/app/pages\\.ts$'] },
      to: { path: '^frontend/src/features/', pathNot: '^frontend/src/features/access/pages/landing\\.tsx$' },
    },
    {
      name: 'widgets-through-shared',
      severity: 'error',
      comment: 'A widget comes with its styles and its accessible defaults from shared/ui.',
      from: { path: '^frontend/src/features', pathNot: SPEC },
      to: { path: 'node_modules/@mantine/' },
    },
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      comment: 'What features stand on does not know them.',
      from: { path: '^backend/src/platform', pathNot: SPEC },
      to: { path: '^backend/src/features' },
    },
    ...FLOORS.map((floor, index) => ({
      name: `platform-floors-${floor}`,
      severity: 'error',
      comment:
        'Each folder of the platform uses what stands below it (FLOORS at the top of this file), and nothing above, so ' +
        'they form no ring.',
      from: { path: `^backend/src/platform/${floor}/`, pathNot: SPEC },
      to: {
        path: `^backend/src/platform/(${[...FLOORS.slice(index + 1), '[^/]+\\.ts$'].join('|')})`,
      },
    })),
    {
      name: 'every-floor-is-named',
      severity: 'error',
      comment: 'A new folder of the platform gets its place in FLOORS.',
      from: {},
      to: { path: '^backend/src/platform/[^/]+/', pathNot: `^backend/src/platform/(${FLOORS.join('|')})/` },
    },
    {
      name: 'backend-has-no-sandbox',
      severity: 'error',
      comment: 'Pointing URLs elsewhere is all that separates a laptop from mainnet.',
      from: { path: '^backend/src', pathNot: SPEC },
      to: { path: '^sandbox/' },
    },
    {
      name: 'features-by-their-public-file',
      severity: 'error',
      comment: 'A feature uses another through what that one exports in its public file, and nothing else.',
      from: { path: '^backend/src/features/([^/]+)/', pathNot: SPEC },
      to: {
        path: '^backend/src/features/',
        pathNot: ['^backend/src/features/$1/', '\\.public\\.ts$'],
      },
    },
    ...FEATURES.map((feature, index) => ({
      name: `features-in-order-${feature}`,
      severity: 'error',
      comment:
        'A feature uses the running program of features before it (FEATURES at the top of this file), so they form no ' +
        'ring. The rules and readers of all are free to all.',
      from: { path: `^backend/src/features/${feature}/`, pathNot: SPEC },
      to: { path: `^backend/src/features/(${FEATURES.slice(index + 1).join('|') || '-'})/module\\.public\\.ts$` },
    })),
    {
      name: 'every-feature-has-its-place',
      severity: 'error',
      comment: 'A new feature gets its place in FEATURES.',
      from: {},
      to: { path: '^backend/src/features/[^/]+/', pathNot: `^backend/src/features/(${FEATURES.join('|')})/` },
    },
    {
      name: 'rules-need-no-program',
      severity: 'error',
      comment:
        'What features decide with (`rules.public.ts`) stands below everything that runs: so listings, loans, payments ' +
        'and payouts can use each other’s rules, and no circle comes of it.',
      from: { path: '^backend/src/features/[^/]+/rules\\.public\\.ts$' },
      to: { path: 'node_modules/(@nestjs|typeorm|pg)/|\\.module\\.ts$', reachable: true },
    },
    {
      name: 'readers-stand-alone',
      severity: 'error',
      comment:
        'What a feature tells others of its tables (`readers.public.ts`) uses nothing of another feature: so everybody ' +
        'may read, and no circle comes of it.',
      from: { path: '^backend/src/features/([^/]+)/readers\\.public\\.ts$' },
      to: { path: '^backend/src/features/', pathNot: '^backend/src/features/$1/' },
    },
    {
      name: 'sales-stand-below-loans',
      severity: 'error',
      comment:
        'Listings use no other program of the four, payments and payouts use that of listings, loans stand above all. ' +
        'So they form no ring; the rules and readers of another are free to all of them.',
      from: { path: '^backend/src/features/(listings|payments|payouts)/', pathNot: SPEC },
      to: {
        path: '^backend/src/features/(listings|loans|payments|payouts)/',
        pathNot: [
          '^backend/src/features/$1/',
          '/(rules|readers)\\.public\\.ts$',
          '^backend/src/features/listings/module\\.public\\.ts$',
        ],
      },
    },
    {
      name: 'domain-knows-no-edge',
      severity: 'error',
      comment: 'Deciders, states and plans are pure: they know of no HTTP, session, database or framework.',
      from: { path: '^backend/src/(platform/domain/|features/.*\\.(decider|state|plan)\\.ts$)' },
      to: {
        path: '^backend/src/platform/(http|sessions|database|vault|processes|projections)/|node_modules/(@nestjs|typeorm|pg)/',
      },
    },
    {
      name: 'calls-are-for-controllers',
      severity: 'error',
      comment:
        'Who may call what is declared where calls arrive. All else knows who is asking from `platform/sessions`, and ' +
        'would work without HTTP.',
      from: {
        path: '^backend/src/(features|platform)/',
        pathNot: ['\\.(controller|guard)\\.ts$', '/http/', SPEC],
      },
      to: { path: '^backend/src/platform/http/access\\.ts$' },
    },
    {
      name: 'log-through-its-port',
      severity: 'error',
      comment: 'Nothing above the event store knows where the log is kept; migrations make the tables that it needs.',
      from: { path: '^backend/src', pathNot: ['^backend/src/(platform/event-store|migrations)/', SPEC] },
      to: {
        path: '^backend/src/platform/event-store/(postgres|eventstoredb)/|node_modules/@eventstore/',
      },
    },
    {
      name: 'no-development-packages',
      severity: 'error',
      comment: 'What runs in production is a dependency.',
      from: { path: '^backend/src', pathNot: SPEC },
      to: { dependencyTypes: ['npm-dev'], pathNot: '@jest|fast-check|@types' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.cruise.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
};
