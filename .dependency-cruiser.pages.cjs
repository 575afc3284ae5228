const { options } = require('./.dependency-cruiser.cjs');

/** Pages that visitors are sent to. They show, so they paint before any form, dialog or menu has loaded. */
const PUBLIC = [
  'access/pages/(landing|auth-page|terms-page|privacy-page|risks-page|wallet-guide-page)',
  'investments/pages/(market|property)-page',
];

/** What a page loads at once: without types, and without what is imported when it is opened. */
module.exports = {
  forbidden: [
    {
      name: 'public-pages-show',
      severity: 'error',
      comment: 'Load a control, dialog or form of an owner or an office when it is opened (`lazyPart`).',
      from: { path: `^frontend/src/features/(${PUBLIC.join('|')})\\.tsx$` },
      to: {
        path: 'node_modules/(@mantine|react-hook-form|class-validator|class-transformer)/|^contracts/src/api/',
        reachable: true,
      },
    },
  ],
  options: { ...options, tsPreCompilationDeps: false, exclude: { ...options.exclude, dynamic: true } },
};
