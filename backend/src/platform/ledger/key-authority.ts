import type { AccountFacts, LedgerPort } from './ledger-port.js';
import { hasFlag, LedgerUnavailable } from './ledger-port.js';

/** How many operators must name an account's regular key. */
const REGULAR_KEY_NODES = 2;

/**
 * Which key may sign for an account, so that no single node decides who somebody is.
 *
 * - A wallet that the settings name has one key, also from the settings. No node is asked.
 * - A master key counts when one node answers and none says that it is disabled.
 * - A regular key counts when the nodes of two operators name it; with nodes of one operator, when that one does.
 */
export class KeyAuthority {
  /**
   * @param officeKeys the key's address for each wallet that the settings name
   * @param nodes one node of each operator, the one in use first
   */
  constructor(
    private readonly officeKeys: ReadonlyMap<string, string>,
    private readonly nodes: () => readonly Pick<LedgerPort, 'account'>[],
  ) {}

  /**
   * @param signer the address of the key
   * @returns why the key does not count for the account, or null @throws LedgerUnavailable if too few nodes answer
   */
  async problem(signer: string, account: string): Promise<string | null> {
    const named = this.officeKeys.get(account);
    if (named !== undefined)
      return signer === named ? null : 'it is not the key that the settings name for this wallet';
    const nodes = this.nodes();
    const answers = await Promise.allSettled(nodes.map((node) => node.account(account)));
    const seen = answers.flatMap((answer): (AccountFacts | null)[] =>
      answer.status === 'fulfilled' ? [answer.value] : [],
    );
    const needed = signer === account ? 1 : Math.min(REGULAR_KEY_NODES, nodes.length);
    if (seen.length < needed) throw new LedgerUnavailable('Too few ledger nodes answer to know the keys of an account');
    if (signer === account)
      return seen.some((facts) => hasFlag(facts, 'disableMaster')) ? "the account's master key is disabled" : null;
    const agree = seen.filter((facts) => facts?.regularKey === signer).length;
    return agree >= needed ? null : 'the signing key has no authority over the account';
  }
}
