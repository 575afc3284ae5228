import type { AccountFacts, LedgerPort } from './ledger-port.js';
import { hasFlag, LedgerUnavailable } from './ledger-port.js';

/** How many operators must name an account's regular key. */
const REGULAR_KEY_NODES = 2;

/**
 * Which key may sign for an account, so that no single node decides who somebody is.
 *
 * - A wallet that the settings name has one key, also from the settings. No node is asked.
 * - A master key counts when one node answers and none says that it is disabled.
 * - A regular key counts when the nodes of two operators name it. If only one of them answers, it counts when that one
 *   names the key that two named within 30 days, as a worker has recorded. With nodes of one operator, that one
 *   decides.
 */
export class KeyAuthority {
  /**
   * @param officeKeys the key's address for each wallet that the settings name
   * @param nodes one node of each operator, the one in use first
   * @param seen the regular key that two operators named within 30 days; null if there is none
   */
  constructor(
    private readonly officeKeys: ReadonlyMap<string, string>,
    private readonly nodes: () => readonly Pick<LedgerPort, 'account'>[],
    private readonly seen: (account: string) => Promise<string | null> = async () => null,
  ) {}

  /** The regular key that each answering operator names; empty for an account whose key the settings name. */
  async named(account: string): Promise<(string | null)[]> {
    if (this.officeKeys.has(account)) return [];
    return (await this.answers(account)).map((facts) => facts?.regularKey ?? null);
  }

  /**
   * @param signer the address of the key
   * @returns why the key does not count for the account, or null @throws LedgerUnavailable if too few nodes answer
   */
  async problem(signer: string, account: string): Promise<string | null> {
    const named = this.officeKeys.get(account);
    if (named !== undefined)
      return signer === named ? null : 'it is not the key that the settings name for this wallet';
    const seen = await this.answers(account);
    const needed = signer === account ? 1 : Math.min(REGULAR_KEY_NODES, this.nodes().length);
    const agree = seen.filter((facts) => facts?.regularKey === signer).length;
    if (agree > 0 && agree === seen.length && (await this.seen(account)) === signer) return null;
    if (seen.length < needed) throw new LedgerUnavailable('Too few ledger nodes answer to know the keys of an account');
    if (signer === account)
      return seen.some((facts) => hasFlag(facts, 'disableMaster')) ? "the account's master key is disabled" : null;
    return agree >= needed ? null : 'the signing key has no authority over the account';
  }

  private async answers(account: string): Promise<(AccountFacts | null)[]> {
    const answers = await Promise.allSettled(this.nodes().map((node) => node.account(account)));
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  }
}
