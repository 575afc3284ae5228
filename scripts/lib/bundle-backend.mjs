// The backend in a few files. A start reads every module by itself, one after the other: half of the processor time
// until it is ready went into finding and linking some three thousand of them. What looks for its parts while it runs
// (TypeORM its drivers, EventStoreDB's client its protocol, sharp its library) stays where it is.
import { build } from 'esbuild';
import fs from 'node:fs';

const BUNDLED =
  /^(@tknest\/|@nestjs\/|es-toolkit|rxjs|class-validator|class-transformer|validator|libphonenumber-js|xrpl|ripple-|@xrplf\/|@noble\/)/;
/** Nest asks whether these are installed. */
const NOT_INSTALLED = /^@nestjs\/(microservices|websockets)/;

/** @param {string} entry the built program @param {string} outdir emptied first */
export async function bundleBackend(entry, outdir) {
  fs.rmSync(outdir, { recursive: true, force: true });
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
        setup: ({ onResolve }) =>
          onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
            const inside = kind === 'entry-point' || (BUNDLED.test(path) && !NOT_INSTALLED.test(path));
            return inside ? undefined : { path, external: true };
          }),
      },
    ],
  });
}
