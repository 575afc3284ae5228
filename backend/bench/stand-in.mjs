// The stand-in of EventStoreDB, for benchmarks.
import { build } from 'esbuild';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));

/** Bundles the stand-in, which is test code in TypeScript, and starts it. */
export async function startStandIn() {
  const entry = path.join(here, '../test/support/eventstoredb/stand-in.ts');
  // In this folder, because packages are resolved from the bundle's place.
  const outfile = path.join(here, `.stand-in-${process.pid}.mjs`);
  await build({ entryPoints: [entry], bundle: true, platform: 'node', format: 'esm', packages: 'external', outfile });
  try {
    const { EventStoreStandIn } = await import(pathToFileURL(outfile).href);
    return await new EventStoreStandIn().start();
  } finally {
    fs.rmSync(outfile);
  }
}
