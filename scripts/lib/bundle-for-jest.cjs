// Packages that Jest loads as one file each, bundled once per version. Some must be bundled: they are CommonJS and
// require ES modules, which Node supports and Jest on Node 20 does not. The others have hundreds of modules, and Jest
// loads every module again for every test file.
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');

const root = path.resolve(__dirname, '../..');
const REACT = ['react', 'react-dom', 'react/jsx-runtime'];

/**
 * The bundled packages with their esbuild settings; modules that are shared with other packages stay external. Of a
 * large package, only what the folders in `takenBy` import is bundled.
 */
const PACKAGES = {
  xrpl: { external: ['ws'] },
  'ripple-keypairs': {},
  'ripple-binary-codec': {},
  'ripple-address-codec': {},
  'class-validator': {},
  // TypeORM loads its drivers by name, and most are not installed.
  typeorm: { packages: 'external' },
  '@mantine/core': {
    external: [...REACT, '@mantine/hooks'],
    takenBy: ['frontend/src', 'frontend/test'],
  },
  '@mantine/hooks': { external: REACT },
  '@tabler/icons-react': { external: REACT, mainFields: ['module'], takenBy: ['frontend/src', 'frontend/test'] },
};

const IMPORTS = (name) => new RegExp(`(?:import|export) \\{([\\w\\s,]*)\\} from ['"]${name}['"]`, 'g');
const MENTIONS = (name) => new RegExp(`(?:from|import)[\\s(]*['"]${name}['"]`, 'g');
const TYPES_ALONE = /import type [^;]*;/g;

/**
 * What the files in these folders import from a package, as an export clause; the whole package if an import has a form
 * that is not recognized here.
 */
function clauseOf(name, folders) {
  const texts = folders.flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true })
      .filter((file) => /\.(tsx?|mjs)$/.test(file))
      .map((file) => fs.readFileSync(path.join(root, folder, file), 'utf8').replace(TYPES_ALONE, '')),
  );
  const lists = texts.flatMap((text) => [...text.matchAll(IMPORTS(name))].map(([, list]) => list));
  const mentions = texts.flatMap((text) => text.match(MENTIONS(name)) ?? []);
  if (lists.length !== mentions.length) return '*';
  const names = lists.flatMap((list) => list.split(',')).map((one) => one.trim());
  const values = names.filter((one) => one !== '' && !one.startsWith('type ')).map((one) => one.split(/\s+as\s+/)[0]);
  return `{ ${[...new Set(values)].sort().join(', ')} }`;
}

/** Part of a bundle's key: another lock file or another version of this script makes another bundle. */
const madeBy = ['package-lock.json', 'scripts/lib/bundle-for-jest.cjs'].map((file) =>
  fs.readFileSync(path.join(root, file), 'utf8'),
);

/**
 * The bundle of a package, built if it does not exist yet. Jest's workers may build it at the same time, so each writes
 * a draft and renames it.
 */
function bundle(name, { takenBy, ...settings }) {
  const { version } = JSON.parse(fs.readFileSync(path.join(root, 'node_modules', name, 'package.json'), 'utf8'));
  const entry = takenBy
    ? { stdin: { contents: `export ${clauseOf(name, takenBy)} from '${name}'`, resolveDir: root } }
    : { entryPoints: [require.resolve(name, { paths: [root] })] };
  const made = createHash('sha256')
    .update(JSON.stringify([name, entry.stdin?.contents, madeBy]))
    .digest('hex');
  const outfile = path.join(
    root,
    'node_modules/.cache/bundles-for-jest',
    `${path.basename(name)}-${version}-${made.slice(0, 8)}.cjs`,
  );
  if (fs.existsSync(outfile)) return outfile;
  const draft = `${outfile}.${process.pid}.cjs`;
  require('esbuild').buildSync({
    ...entry,
    ...settings,
    outfile: draft,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    logLevel: 'error',
  });
  fs.renameSync(draft, outfile);
  return outfile;
}

/** Entries for Jest's `moduleNameMapper`. */
exports.bundledPackages = Object.fromEntries(
  Object.entries(PACKAGES).map(([name, how]) => [`^${name}$`, bundle(name, how)]),
);
