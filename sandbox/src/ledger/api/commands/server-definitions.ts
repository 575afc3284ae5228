import { createRequire } from 'node:module';
import { sha512Half, toHex } from '../../codec/hash.js';
import { invalidField } from '../errors.js';
import type { Answer, Command } from '../request.js';

const definitions = createRequire(import.meta.url)('ripple-binary-codec/dist/enums/definitions.json') as Answer;
const hash = toHex(sha512Half(Buffer.from(JSON.stringify(definitions))));

/**
 * server_definitions: fields, types and results of the binary format; only the hash for callers that already have them.
 */
export const serverDefinitions: Command = ({ params }) => {
  const known = params['hash'];
  if (known !== undefined && (typeof known !== 'string' || !/^[0-9A-Fa-f]{64}$/.test(known)))
    throw invalidField('hash');
  return known === hash ? { hash } : { ...definitions, hash };
};
