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
  'transparency',
  'audit',
  'administration',
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
  'xrp-returns',
];

/** The rules for imports, each with its reason. `npm test` checks them. */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      comment:
        'Circular imports are hard to follow. The stand-in is exempt: it passes itself to its calls, which import its type.',
      from: { pathNot: '^backend/test/support/eventstoredb/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      comment: 'A file that imports nothing and is not imported is unused, unless a program loads it by its name.',
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
      comment: 'The program does not import tests, their support files or benchmarks.',
      from: { path: '^((backend|frontend|sandbox|contracts)/src|scripts)/', pathNot: TESTS },
      to: { path: TESTS },
    },
    {
      name: 'contracts-know-nothing',
      severity: 'error',
      comment: 'What backend and frontend share has no I/O and no framework.',
      from: { path: '^contracts/src' },
      to: { path: '^(backend|frontend|sandbox)/|node_modules/(@nestjs|typeorm|pg|react|xrpl)/' },
    },
    {
      name: 'sandbox-stands-alone',
      severity: 'error',
      comment: 'The sandbox imports nothing of the platform that it is used with.',
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
      comment: 'Shared parts depend neither on pages nor on the shell.',
      from: { path: '^frontend/src/shared', pathNot: SPEC },
      to: { path: '^frontend/src/(features|app)' },
    },
    {
      name: 'features-know-not-each-other',
      severity: 'error',
      comment: 'A feature can be removed without breaking another one; what two features need is in shared.',
      from: { path: '^frontend/src/features/([^/]+)/', pathNot: SPEC },
      to: { path: '^frontend/src/(features|app)/', pathNot: '^frontend/src/features/$1/' },
    },
    {
      name: 'app-through-its-pages',
      severity: 'error',
      comment:
        'The app imports features only as pages (`pages.ts`). The landing page is exempt: it is in the first load.',
      from: { path: '^frontend/src/app/', pathNot: [SPEC, '^frontend/src/app/pages\\.ts$'] },
      to: { path: '^frontend/src/features/', pathNot: '^frontend/src/features/access/pages/landing\\.tsx$' },
    },
    {
      name: 'widgets-through-shared',
      severity: 'error',
      comment: 'Pages use the widgets of shared/ui, which have our styles and accessible defaults.',
      from: { path: '^frontend/src/features', pathNot: SPEC },
      to: { path: 'node_modules/@mantine/' },
    },
    {
      name: 'secrets-are-for-signing',
      severity: 'error',
      comment:
        'Seeds, signed transactions and the record’s key are opened only by code that signs: nothing that answers a call.',
      from: {
        pathNot: [
          ...TESTS,
          '^backend/src/platform/(vault|platform\\.module\\.ts|ledger/submissions/vault-blobs\\.ts)',
          '^backend/src/features/platform-accounts/accounts/account-keys\\.ts$',
          '^backend/src/features/transparency/checkpoints/record-signer\\.ts$',
        ],
      },
      to: { path: '^backend/src/platform/vault/secret-vault\\.ts$' },
    },
    {
      name: 'signing-is-for-workers',
      severity: 'error',
      comment:
        'What signs with those keys is imported only by what a worker runs. A call asks a worker (`WorkerRequests`), ' +
        'also where one process is both.',
      from: {
        pathNot: [
          ...TESTS,
          '^backend/src/features/platform-accounts/(accounts/(account-setup|key-change)|courier\\.service|[^/]+\\.module)\\.ts$',
          '^backend/src/features/payments/(payments\\.module|payment-ports)\\.ts$',
          '^backend/src/platform/platform\\.module\\.ts$',
          '^backend/src/features/transparency/([^/]+\\.module|signing\\.public)\\.ts$',
          '^backend/src/features/[^/]+/processes/',
        ],
      },
      to: {
        path:
          '^backend/src/(platform/ledger/submissions/vault-blobs|features/(platform-accounts/accounts/account-keys|' +
          'transparency/(checkpoints/record-signer|signing\\.public)))\\.ts$',
      },
    },
    {
      name: 'processes-answer-no-call',
      severity: 'error',
      comment: 'What answers a call asks a worker (`WorkerRequests`) and imports nothing of what only a worker runs.',
      from: { path: '^backend/src/features/.*\\.(controller|query|queries|command)\\.ts$' },
      to: { path: '^backend/src/features/[^/]+/processes/' },
    },
    {
      name: 'the-true-standing-is-not-told',
      severity: 'error',
      comment:
        'An undecided hit must not be told: only the compliance desk and the workers of money know the true standing; ' +
        'all others use `ToldStanding`.',
      from: {
        path: '^backend/src/features/',
        pathNot: [
          SPEC,
          '^backend/src/features/(compliance|identity)/',
          '^backend/src/features/payments/(payment-ports|payments\\.module|processes/owed-principals)',
          '^backend/src/features/payouts/(payout-ports|payouts\\.module)',
          '^backend/src/features/loans/processes/suspended-repayment\\.process',
        ],
      },
      to: { path: '^backend/src/features/identity/(true-standing\\.public|kyc-standing)\\.ts$' },
    },
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      comment: 'The platform does not depend on features.',
      from: { path: '^backend/src/platform', pathNot: SPEC },
      to: { path: '^backend/src/features' },
    },
    ...FLOORS.map((floor, index) => ({
      name: `platform-floors-${floor}`,
      severity: 'error',
      comment:
        'Each folder of the platform uses only those before it (FLOORS at the top of this file), so that there are no ' +
        'circular dependencies.',
      from: { path: `^backend/src/platform/${floor}/`, pathNot: SPEC },
      to: {
        path: `^backend/src/platform/(${[...FLOORS.slice(index + 1), '[^/]+\\.ts$'].join('|')})`,
      },
    })),
    {
      name: 'every-floor-is-named',
      severity: 'error',
      comment: 'Add a new folder of the platform to FLOORS.',
      from: {},
      to: { path: '^backend/src/platform/[^/]+/', pathNot: `^backend/src/platform/(${FLOORS.join('|')})/` },
    },
    {
      name: 'backend-has-no-sandbox',
      severity: 'error',
      comment: 'Only addresses differ between the sandbox and real services.',
      from: { path: '^backend/src', pathNot: SPEC },
      to: { path: '^sandbox/' },
    },
    {
      name: 'features-by-their-public-file',
      severity: 'error',
      comment: 'A feature uses only what another one exports in its public files.',
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
        'A feature uses the services of features before it (FEATURES at the top of this file), so that there are no ' +
        'circular dependencies. All may use the rules and readers of all.',
      from: { path: `^backend/src/features/${feature}/`, pathNot: SPEC },
      to: { path: `^backend/src/features/(${FEATURES.slice(index + 1).join('|') || '-'})/module\\.public\\.ts$` },
    })),
    {
      name: 'every-feature-has-its-place',
      severity: 'error',
      comment: 'Add a new feature to FEATURES.',
      from: {},
      to: { path: '^backend/src/features/[^/]+/', pathNot: `^backend/src/features/(${FEATURES.join('|')})/` },
    },
    {
      name: 'rules-need-no-program',
      severity: 'error',
      comment:
        'Pure rules (`rules.public.ts`) import nothing that runs, so listings, loans, payments and payouts can use each ' +
        'other’s rules without circular dependencies.',
      from: { path: '^backend/src/features/[^/]+/rules\\.public\\.ts$' },
      to: { path: 'node_modules/(@nestjs|typeorm|pg)/|\\.module\\.ts$', reachable: true },
    },
    {
      name: 'readers-stand-alone',
      severity: 'error',
      comment:
        'Readers of a feature’s tables (`readers.public.ts`) use no other feature, so all features may use them without ' +
        'circular dependencies.',
      from: { path: '^backend/src/features/([^/]+)/readers\\.public\\.ts$' },
      to: { path: '^backend/src/features/', pathNot: '^backend/src/features/$1/' },
    },
    {
      name: 'sales-stand-below-loans',
      severity: 'error',
      comment:
        'Of these four, listings use no other’s services, payments and payouts use those of listings, and loans use ' +
        'those of all, so that there are no circular dependencies. All may use the rules and readers of the others.',
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
      comment: 'Deciders, states and plans are pure: they use no HTTP, session, database or framework.',
      from: { path: '^backend/src/(platform/domain/|features/.*\\.(decider|state|plan)\\.ts$)' },
      to: {
        path: '^backend/src/platform/(http|sessions|database|vault|processes|projections)/|node_modules/(@nestjs|typeorm|pg)/',
      },
    },
    {
      name: 'calls-are-for-controllers',
      severity: 'error',
      comment:
        'Controllers and guards declare who may call what. All other code gets the caller as a `Session` ' +
        '(`platform/sessions`), and does not depend on HTTP.',
      from: {
        path: '^backend/src/(features|platform)/',
        pathNot: ['\\.(controller|guard)\\.ts$', '/http/', SPEC],
      },
      to: { path: '^backend/src/platform/http/access\\.ts$' },
    },
    {
      name: 'log-through-its-port',
      severity: 'error',
      comment: 'Code above the event store does not depend on where the log is stored; migrations create its tables.',
      from: { path: '^backend/src', pathNot: ['^backend/src/(platform/event-store|migrations)/', SPEC] },
      to: {
        path: '^backend/src/platform/event-store/(postgres|eventstoredb)/|node_modules/@eventstore/',
      },
    },
    {
      name: 'no-development-packages',
      severity: 'error',
      comment: 'What runs in production is in `dependencies`, not in `devDependencies`.',
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
