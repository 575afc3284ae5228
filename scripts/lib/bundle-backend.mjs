// Bundles the backend and its tools into a few files, which are all of it that the image has: finding and linking some
// three thousand modules took half of the processor time of a start. Packages that look for their parts at run time
// (TypeORM its drivers, EventStoreDB's client its protocol, sharp its library) are not bundled.
import { build } from 'esbuild';
import fs from 'node:fs';
import { join } from 'node:path';

/** Packages whose code is in the bundle. */
export const BUNDLED =
  /^(@tknest\/|@nestjs\/|es-toolkit|rxjs|class-validator|class-transformer|validator|libphonenumber-js|xrpl|ripple-|@xrplf\/|@noble\/)/;
/** Optional packages that Nest looks for. */
const NOT_INSTALLED = /^@nestjs\/(microservices|websockets)/;
/** Marks this plugin's own lookups, which esbuild resolves as usual. */
const LOOKING = Symbol('looking');

/** The program, and the tools of `npm run`. */
const ENTRIES = ['main', 'backup', 'doctor', 'keys', 'log', 'migrate', 'replay', 'restore'];

/**
 * @param {string} built the folder with the built program
 * @param {string} folder replaced as a whole, so that no process starts an incomplete bundle
 */
export async function bundleBackend(built, folder) {
  // At the same depth as `folder`, because source maps have relative paths.
  const outdir = `${folder}-making`;
  fs.rmSync(outdir, { recursive: true, force: true });
  await build({
    entryPoints: ENTRIES.map((name) => join(built, `${name}.js`)),
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // Class names are used in the API's description, in the log and as table names.
    keepNames: true,
    sourcemap: true,
    // Bundled CommonJS code needs `require` for Node's own modules. No module uses the name `ofBundle`.
    banner: {
      js: "import { createRequire as ofBundle } from 'node:module'; const require = ofBundle(import.meta.url);",
    },
    logLevel: 'warning',
    plugins: [
      {
        name: 'what is bundled',
        setup: ({ onResolve, resolve }) =>
          onResolve({ filter: /^[^./#]/ }, async ({ path, kind, resolveDir, pluginData }) => {
            if (pluginData === LOOKING || kind === 'entry-point') return undefined;
            if (BUNDLED.test(path) && !NOT_INSTALLED.test(path)) return undefined;
            const from = (folder) => resolve(path, { kind, resolveDir: folder, pluginData: LOOKING });
            const [meant, found] = await Promise.all([from(resolveDir), from(built)]);
            // If the importer has its own version of a package, the bundle would find another version or none.
            const isSame = meant.errors.length > 0 || meant.path === found.path;
            return isSame ? { path, external: true } : meant;
          }),
      },
    ],
  });
  fs.rmSync(folder, { recursive: true, force: true });
  fs.renameSync(outdir, folder);
}
