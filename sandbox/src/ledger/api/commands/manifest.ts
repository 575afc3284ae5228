import { ApiError } from '../errors.js';
import type { Command } from '../request.js';

/** manifest: a validator's published keys; a stand-alone node knows of no validators. */
export const manifest: Command = ({ params }) => {
  const key = params['public_key'];
  if (key === undefined) throw new ApiError('invalidParams', 'Missing required parameter: public_key');
  if (typeof key !== 'string' || !/^n[1-9A-HJ-NP-Za-km-z]{50,53}$/.test(key)) throw new ApiError('invalidParams');
  return { requested: key };
};
