import { DISABLED_AMENDMENTS, ENABLED_AMENDMENTS } from '../../chain/amendments.js';
import { ApiError } from '../errors.js';
import type { Answer, Command } from '../request.js';

const describe = (id: string): Answer => {
  const name = ENABLED_AMENDMENTS[id];
  return name !== undefined
    ? { enabled: true, name, supported: true }
    : { enabled: false, name: DISABLED_AMENDMENTS[id], supported: true, vetoed: true };
};

/** feature: which amendments the ledger follows; one by its name or identifier, or all. */
export const feature: Command = ({ params }) => {
  const wanted = params['feature'];
  const known = { ...ENABLED_AMENDMENTS, ...DISABLED_AMENDMENTS };
  if (wanted === undefined) return { features: Object.fromEntries(Object.keys(known).map((id) => [id, describe(id)])) };
  if (typeof wanted !== 'string') throw new ApiError('invalidParams');
  const id = Object.keys(known).find((key) => key === wanted.toUpperCase() || known[key] === wanted);
  if (id === undefined) throw new ApiError('badFeature', `Feature not found: ${wanted}`);
  return { [id]: describe(id) };
};
