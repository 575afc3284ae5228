import { it } from '@jest/globals';

/** A real stand-alone node to run on in place of the sandbox's own ledger (docs/real-node.md). */
const url = process.env.E2E_LEDGER_URL;

/** The program's settings for that node. */
export const REAL_NODE: Record<string, string> = url ? { SANDBOX_LEDGER_URL: url } : {};

/**
 * For a test that needs a control which only the sandbox's own ledger has; on a real node it is skipped, and its name
 * says why.
 */
export function itOnOwnLedger(reason: string): (name: string, test: () => Promise<void>) => void {
  // oxlint-disable-next-line jest/no-disabled-tests -- this function's purpose
  return (name, test) => (url ? it.skip(`${name} (not on a real node: ${reason})`, test) : it(name, test));
}
