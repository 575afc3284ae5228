import { DISABLED_AMENDMENTS, ENABLED_AMENDMENTS, isEnabled } from '../../chain/amendments.js';
import type { LedgerNode } from '../../chain/ledger-node.js';
import { ApiError } from '../errors.js';
import type { Answer, Command } from '../request.js';

const KNOWN: Readonly<Record<string, string>> = { ...ENABLED_AMENDMENTS, ...DISABLED_AMENDMENTS };

function describe({ open }: LedgerNode, id: string): Answer {
  const name = KNOWN[id]!;
  return isEnabled(open.state, name)
    ? { enabled: true, name, supported: true }
    : { enabled: false, name, supported: true, vetoed: true };
}

/** feature: which amendments the ledger follows; one by its name or identifier, or all. */
export const feature: Command = ({ node, params }) => {
  const wanted = params['feature'];
  if (wanted === undefined)
    return { features: Object.fromEntries(Object.keys(KNOWN).map((id) => [id, describe(node, id)])) };
  if (typeof wanted !== 'string') throw new ApiError('invalidParams');
  const id = Object.keys(KNOWN).find((key) => key === wanted.toUpperCase() || KNOWN[key] === wanted);
  if (id === undefined) throw new ApiError('badFeature', `Feature not found: ${wanted}`);
  return { [id]: describe(node, id) };
};
