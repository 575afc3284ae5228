// Packages that Jest loads as a few files, bundled once per version. Some must be bundled: they are CommonJS and
// require ES modules, which Node supports and Jest on Node 20 does not. The others have hundreds of modules, and Jest
// loads every module again for every test file.
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');

const root = path.resolve(__dirname, '../..');
const CACHE = path.join(root, 'node_modules/.cache/bundles-for-jest');

/**
 * The bundles with their packages and esbuild settings. Every package that is named here is external to the other
 * bundles, so that each class exists once. Of a large package, only what the folders in `takenBy` import is bundled.
 */
const BUNDLES = [
  { packages: ['xrpl'], external: ['ws'] },
  { packages: ['ripple-keypairs'] },
  { packages: ['ripple-binary-codec'] },
  { packages: ['ripple-address-codec'] },
  { packages: ['class-validator'] },
  { packages: ['class-transformer'] },
  { packages: ['fast-check'] },
  // TypeORM loads its drivers by name, and most are not installed.
  { packages: ['typeorm'], settings: { packages: 'external' } },
  { packages: ['pg'], external: ['pg-native'] },
  {
    packages: [
      ...['common', 'core', 'cqrs', 'platform-express', 'schedule', 'swagger', 'testing', 'typeorm'].map(
        (name) => `@nestjs/${name}`,
      ),
      'rxjs',
    ],
    // Optional packages that Nest looks for.
    external: ['@nestjs/microservices', '@nestjs/websockets', '@fastify/static'],
  },
  { packages: ['express'] },
  { packages: ['prom-client'] },
  { packages: ['react-dom', 'react-dom/client'], from: 'frontend' },
  { packages: ['react-router'], from: 'frontend' },
  {
    packages: ['react-redux', '@reduxjs/toolkit', '@reduxjs/toolkit/query', '@reduxjs/toolkit/query/react'],
    from: 'frontend',
  },
  { packages: ['react-hook-form'], from: 'frontend' },
  {
    packages: ['@testing-library/react', '@testing-library/user-event', '@testing-library/jest-dom/jest-globals'],
    external: ['@jest/globals'],
    from: 'frontend',
  },
  { packages: ['@mantine/hooks'], from: 'frontend' },
  { packages: ['@mantine/core'], from: 'frontend', takenBy: ['frontend/src', 'frontend/test'] },
  {
    packages: ['@tabler/icons-react'],
    from: 'frontend',
    takenBy: ['frontend/src', 'frontend/test'],
    settings: { mainFields: ['module'] },
  },
];

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

/** React is two files, and finds Node's timers by the `require` that Jest gives it. */
const NAMES = ['react', ...BUNDLES.flatMap(({ packages }) => packages)];

/** Builds a file unless it exists. Jest's workers may build it at once, so each writes a draft and renames it. */
function made(file, write) {
  const out = path.join(CACHE, file);
  if (fs.existsSync(out)) return out;
  fs.mkdirSync(CACHE, { recursive: true });
  const draft = `${out}.${process.pid}.cjs`;
  write(draft);
  fs.renameSync(draft, out);
  return out;
}

/** @returns by package name, the file that loads it from its bundle */
function bundle({ packages, external = [], from = '.', takenBy, settings }) {
  const contents = packages
    .map((name) =>
      [name, require.resolve(name, { paths: [path.join(root, from)] })].map((text) => JSON.stringify(text)),
    )
    .map(([name, file]) => `exports[${name}] = () => require(${file});`)
    .join('\n');
  const taken = takenBy && `export ${clauseOf(packages[0], takenBy)} from '${packages[0]}'`;
  const key = createHash('sha256')
    .update(JSON.stringify([packages, taken, madeBy]))
    .digest('hex')
    .slice(0, 12);
  const flat = packages[0].replace(/\W/g, '-');
  const bundled = made(`${flat}-${key}.bundle.cjs`, (outfile) =>
    require('esbuild').buildSync({
      stdin: { contents: taken ?? contents, resolveDir: path.join(root, from) },
      external: [...external, ...NAMES.filter((name) => !packages.includes(name))],
      ...settings,
      outfile,
      define: { 'import.meta.url': 'ofBundle' },
      banner: { js: "const ofBundle = require('node:url').pathToFileURL(__filename).href;" },
      bundle: true,
      platform: 'node',
      format: 'cjs',
      target: 'node20',
      logLevel: 'error',
    }),
  );
  // Jest searches a CommonJS file that a test imports for the names of its exports: a small file is searched fast.
  return packages.map((name) => {
    const load = taken ? 'bundle' : `bundle[${JSON.stringify(name)}]()`;
    const file = made(`${name.replace(/\W/g, '-')}-${key}.cjs`, (draft) =>
      fs.writeFileSync(draft, `const bundle = require('./${path.basename(bundled)}');\nmodule.exports = ${load};\n`),
    );
    return [`^${name}$`, file];
  });
}

/** Entries for Jest's `moduleNameMapper`. */
exports.bundledPackages = Object.fromEntries(BUNDLES.flatMap(bundle));
