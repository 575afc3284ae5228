// Packages that are CommonJS themselves but require ES modules: Node takes that, Jest on Node 20 does not. They are
// bundled once per version, and Jest is told to take the bundle.
const fs = require('node:fs');
const path = require('node:path');

const root = path.resolve(__dirname, '../..');
const PACKAGES = ['xrpl', 'ripple-keypairs', 'ripple-binary-codec', 'ripple-address-codec'];

/**
 * The bundle of a package, made where it does not exist yet. Jest's workers may ask at the same time: each writes a
 * draft and renames it.
 */
function bundle(name) {
  const { version } = JSON.parse(fs.readFileSync(path.join(root, 'node_modules', name, 'package.json'), 'utf8'));
  const outfile = path.join(root, 'node_modules/.cache/bundles-for-jest', `${name}-${version}.cjs`);
  if (fs.existsSync(outfile)) return outfile;
  const draft = `${outfile}.${process.pid}.cjs`;
  require('esbuild').buildSync({
    entryPoints: [require.resolve(name, { paths: [root] })],
    outfile: draft,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['ws'],
    logLevel: 'error',
  });
  fs.renameSync(draft, outfile);
  return outfile;
}

/** Entries for Jest's `moduleNameMapper`. */
exports.bundledPackages = Object.fromEntries(PACKAGES.map((name) => [`^${name}$`, bundle(name)]));
