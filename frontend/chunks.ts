/**
 * Which modules are one file. On a phone every file costs a round trip, and small files pack badly. The first group
 * that matches takes a module with all that it imports; a page, and a part that is loaded when it is opened, keep what
 * nobody else uses.
 */
const GROUPS: readonly { name: string; holds: RegExp; shared?: boolean }[] = [
  // Changes only with its packages, so it stays in the browser's cache over releases.
  {
    name: 'ground',
    holds:
      /node_modules\/(react|react-dom|scheduler|react-router|use-sync-external-store|react-redux|@reduxjs|redux|redux-thunk|immer|reselect)\//,
  },
  // On every page but the first screens. With the shared styles: each page has few files of them, in the same order.
  {
    name: 'kit',
    holds:
      /\.css$(?<!\/(features\/(?!loans|wallet)|@mantine\/).*)|app\/(kit|live-feed|feed-|visitor-feed)|contracts\/src\/(rules\/(?!case)|money\/(?!loan-)|words)|shared\/(ui\/(?!mantine|menu|modal|confirm|inputs|filters|drop|pager|table\/data)|format|api|attention|session|use-|lazy-part)|@tabler/,
  },
  // Mantine's: its styles, which a page that only shows does without; then inputs; then what opens.
  { name: 'widget-styles', holds: /@mantine\/core\/styles\/(?!ScrollArea|Paper|Overlay|Modal|Drawer)/ },
  // A list opens nothing before it is painted.
  { name: 'lists', holds: /shared\/(ui\/(filters|pager|table\/data|inputs\/(plain|select))|use-list-filters)/ },
  {
    name: 'widgets',
    holds:
      /shared\/ui\/(mantine|inputs\/inputs)|@mantine\/core\/esm\/components\/(Checkbox|Switch|Textarea|TextInput)\/|tslib/,
  },
  { name: 'dialogs', holds: /shared\/ui\/(modal|confirm)|@mantine\/core\/(styles|esm\/components\/(Modal|Drawer))/ },
  { name: 'menus', holds: /@mantine\/|shared\/ui\/(menu|inputs\/list)/ },
  {
    name: 'domain',
    holds: /shared\/(?!record|ui\/drop|properties\/(property-card|compare|use-picked)|form\/(?!with-reason))/,
    shared: true,
  },
  // With the validators that they declare.
  { name: 'contracts', holds: /contracts\/src\/api/, shared: true },
  { name: 'forms', holds: /shared\/form\/(?!with-reason|reason-dialog)/ },
  // Uploads, which only some forms have.
  { name: 'drop', holds: /shared\/ui\/drop|components\/contract-drop/ },
  // Around a signed-in user's pages; then its dialogs.
  { name: 'shell', holds: /app\/shell\/(?!more-sheet|sessions-dialog|account-menu)/ },
  { name: 'opened', holds: /app\/(shell|palette|shortcuts|sign-again|office-closed)/ },
  // The sentences of all events, which only pages of the log show.
  { name: 'record', holds: /shared\/record/, shared: true },
  // What several of these pages have in common.
  {
    name: 'office',
    holds: /features\/(administration|audit|compliance|payouts|tokens|erasures)\//,
    shared: true,
  },
  // What somebody marks in lists of properties, which the homes do not offer.
  {
    name: 'picks',
    holds: /shared\/properties\/(compare|use-picked)|investments\/(components\/watch|use-watched)/,
    shared: true,
  },
  // Cards and lists of properties, which a property’s own page loads none of at once.
  {
    name: 'market',
    holds: /shared\/properties\/property-card|investments\/(components\/(market|near)|use-market)/,
    shared: true,
  },
  { name: 'reading', holds: /features\/(access|recommendations|investments)\//, shared: true },
  { name: 'people', holds: /features\/|contracts\/src\/money\/loan-/, shared: true },
];

interface Modules {
  getModuleInfo(id: string): { dynamicImporters: readonly string[] } | null;
}

/** For the bundler: `codeSplitting.groups`. The first load, of which every page has all, comes before the kit. */
export const groups = [
  { name: 'first', tags: ['$initial' as const], priority: GROUPS.length - 0.5 },
  ...GROUPS.map(({ name, holds, shared = false }, index) => ({
    name: (id: string, modules: Modules) =>
      shared && modules.getModuleInfo(id)?.dynamicImporters.length ? null : name,
    debugName: name,
    test: holds,
    priority: GROUPS.length - index,
    minShareCount: shared ? 2 : 1,
  })),
];
