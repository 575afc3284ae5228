// Lays a brotli and a gzip file beside each served text of a built frontend, so that serving it costs no work.
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';

const TEXTS = /\.(js|css|svg|html|json|webmanifest)$/;
/** Compressing smaller files saves less than the extra headers cost. */
const WORTH_BYTES = 1_024;

export function compress(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (!entry.isFile() || !TEXTS.test(entry.name) || entry.parentPath.includes('.vite')) continue;
    const bytes = fs.readFileSync(file);
    if (bytes.length < WORTH_BYTES) continue;
    fs.writeFileSync(
      `${file}.br`,
      zlib.brotliCompressSync(bytes, {
        params: {
          [zlib.constants.BROTLI_PARAM_QUALITY]: zlib.constants.BROTLI_MAX_QUALITY,
          [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
    );
    fs.writeFileSync(`${file}.gz`, zlib.gzipSync(bytes, { level: zlib.constants.Z_BEST_COMPRESSION }));
  }
}
