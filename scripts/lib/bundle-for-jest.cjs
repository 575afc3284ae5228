// Packages that Jest is told to take as one file each, bundled once per version. Some have to be: they are CommonJS and
// require ES modules, which Node takes and Jest on Node 20 does not. The others are of hundreds of modules, and Jest
// loads every module anew for every test file.
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');

const root = path.resolve(__dirname, '../..');
const FRONTEND = 'frontend/src';
const REACT = ['react', 'react-dom', 'react/jsx-runtime'];

/**
 * What is bundled, with esbuild's settings for it: what others must hold too stays outside. Of a large package only
 * what the folders of `takenBy` import.
 */
const PACKAGES = {
  xrpl: { external: ['ws'] },
  'ripple-keypairs': {},
  'ripple-binary-codec': {},
  'ripple-address-codec': {},
  'class-validator': {},
  // Its drivers are asked for by name, and most are not installed.
  typeorm: { packages: 'external' },
  '@mantine/core': {
    external: [...REACT, '@mantine/hooks'],
    takenBy: [FRONTEND, 'node_modules/@mantine/dropzone/esm'],
  },
  '@mantine/hooks': { external: REACT },
  '@tabler/icons-react': { external: REACT, mainFields: ['module'], takenBy: [FRONTEND] },
};

/** The names that the files of these folders import, or hand on, from a package. */
function namesTaken(name, folders) {
  const taking = new RegExp(`(?:import|export) \\{([^}]*)\\} from ['"]${name}['"]`, 'g');
  const names = folders.flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true })
      .filter((file) => /\.(tsx?|mjs)$/.test(file))
      .flatMap((file) => [...fs.readFileSync(path.join(root, folder, file), 'utf8').matchAll(taking)])
      .flatMap(([, list]) => list.split(',')),
  );
  return [...new Set(names.map((one) => one.trim().split(' as ')[0]))]
    .filter((one) => one !== '' && !one.startsWith('type '))
    .sort();
}

/**
 * The bundle of a package, made where it does not exist yet. Jest's workers may ask at the same time: each writes a
 * draft and renames it.
 */
function bundle(name, { takenBy, ...settings }) {
  const { version } = JSON.parse(fs.readFileSync(path.join(root, 'node_modules', name, 'package.json'), 'utf8'));
  const entry = takenBy
    ? { stdin: { contents: `export { ${namesTaken(name, takenBy).join(', ')} } from '${name}'`, resolveDir: root } }
    : { entryPoints: [require.resolve(name, { paths: [root] })] };
  const made = createHash('sha256')
    .update(JSON.stringify([name, entry.stdin?.contents, settings]))
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
