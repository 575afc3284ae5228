// The backend in a few files. A start reads every module by itself, one after the other: half of the processor time
// until it is ready went into finding and linking some three thousand of them. What looks for its parts while it runs
// (TypeORM its drivers, EventStoreDB's client its protocol, sharp its library) stays where it is.
import { build } from 'esbuild';
import fs from 'node:fs';
import { dirname } from 'node:path';

const BUNDLED =
  /^(@tknest\/|@nestjs\/|es-toolkit|rxjs|class-validator|class-transformer|validator|libphonenumber-js|xrpl|ripple-|@xrplf\/|@noble\/)/;
/** Nest asks whether these are installed. */
const NOT_INSTALLED = /^@nestjs\/(microservices|websockets)/;
/** Marks a question of our own, which is answered as esbuild would. */
const LOOKING = Symbol('looking');

/**
 * @param {string} entry the built program
 * @param {string} folder replaced as a whole, so that nobody starts half of one
 */
export async function bundleBackend(entry, folder) {
  // At the same depth: source maps say where the sources are from there.
  const outdir = `${folder}-making`;
  fs.rmSync(outdir, { recursive: true, force: true });
  const beside = dirname(entry);
  await build({
    entryPoints: [entry],
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // Names of classes are names in the API's description, in the log and of tables.
    keepNames: true,
    sourcemap: true,
    // What was CommonJS asks for Node's own modules by `require`; the other name is one that no module has.
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
            const [meant, found] = await Promise.all([from(resolveDir), from(beside)]);
            // Where the importer has a version of its own, the bundle would find another one, or none.
            const isSame = meant.errors.length > 0 || meant.path === found.path;
            return isSame ? { path, external: true } : meant;
          }),
      },
    ],
  });
  fs.rmSync(folder, { recursive: true, force: true });
  fs.renameSync(outdir, folder);
}
