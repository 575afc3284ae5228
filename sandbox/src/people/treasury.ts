import { AccountSetAsfFlags, dropsToXrp, TrustSetFlags, Wallet, xrpToDrops } from 'xrpl';
import { BatchSender, type Sending } from './batch-sender.js';
import { errorCodeOf, type LedgerNode } from './ledger-node.js';
import { RLUSD, type Person } from './person.js';
import { readTokenLines } from './token-lines.js';

/**
 * The account that owns everything on a stand-alone node; its seed is derived from the passphrase "masterpassphrase".
 */
export const GENESIS_SEED = 'snoPBrXtMeMyMHUVTgbuqAfg1SUTb';
const ISSUER_XRP = 10_000;
const LINE_LIMIT = '1000000000';
/** The settings of the real RLUSD issuer; clawback has to come before the first trust line. */
const ISSUER_FLAGS = [
  AccountSetAsfFlags.asfAllowTrustLineClawback,
  AccountSetAsfFlags.asfDefaultRipple,
  AccountSetAsfFlags.asfDisallowXRP,
  AccountSetAsfFlags.asfDepositAuth,
];

/**
 * Gives people their money: XRP from the genesis account, RLUSD from the sandbox's issuer. Each step checks first, so
 * all of them can be repeated.
 */
export class Treasury {
  private readonly genesis: BatchSender;
  private readonly issuer: BatchSender;
  private readonly filling = new Map<string, Promise<void>>();

  constructor(
    private readonly node: LedgerNode,
    issuerSeed: string,
  ) {
    this.genesis = new BatchSender(node, Wallet.fromSeed(GENESIS_SEED));
    this.issuer = new BatchSender(node, Wallet.fromSeed(issuerSeed));
  }

  get issuerAddress(): string {
    return this.issuer.wallet.address;
  }

  async setUpIssuer(): Promise<{ ledgerIsNew: boolean }> {
    const funding = await this.ensureXrp(this.issuerAddress, ISSUER_XRP);
    await funding?.validated;
    const { account_data } = await this.node.request<{ account_data: { Flags: number } }>(
      this.accountInfo(this.issuerAddress),
    );
    const missing = ISSUER_FLAGS.filter((flag) => (account_data.Flags & LEDGER_FLAG[flag]!) === 0);
    await Promise.all(
      missing.map((flag) => this.issuer.send({ TransactionType: 'AccountSet', SetFlag: flag }).validated),
    );
    return { ledgerIsNew: funding !== undefined };
  }

  /**
   * The person's account, and trust line and RLUSD where they are to have some: all within one ledger where the node
   * shows its open one.
   */
  async provideFor(person: Person): Promise<void> {
    const funding = await this.ensureXrp(person.address, person.xrp);
    if (person.rlusd === undefined) return void (await funding?.validated);
    await this.ready(funding);
    const held = funding ? undefined : await this.rlusdOf(person.address);
    const line = held === undefined ? this.openLine(person) : undefined;
    await this.ready(line);
    const payment =
      Number(person.rlusd) > 0 && !(Number(held) > 0) ? this.payRlusd(person.address, person.rlusd) : undefined;
    await Promise.all([funding?.validated, line?.validated, payment?.validated]);
  }

  /**
   * Tops a wallet up to this much XRP and, if it has a trust line, this much RLUSD; larger balances stay. Concurrent
   * requests wait for the same top-up, so that no wallet is topped up twice.
   */
  fillUp(address: string, level: { xrp: number; rlusd: string }): Promise<void> {
    const before = this.filling.get(address);
    if (before) return before;
    const filling = this.fill(address, level).finally(() => this.filling.delete(address));
    this.filling.set(address, filling);
    return filling;
  }

  private async fill(address: string, { xrp, rlusd }: { xrp: number; rlusd: string }): Promise<void> {
    const [has, held] = await Promise.all([this.xrpOf(address), this.rlusdOf(address)]);
    const missing = held === undefined ? 0 : Number(rlusd) - Number(held);
    await Promise.all([
      has < xrp && this.payXrp(address, roundUp(xrp - has)).validated,
      missing > 0 && this.payRlusd(address, String(roundUp(missing))).validated,
    ]);
  }

  private async xrpOf(address: string): Promise<number> {
    try {
      const { account_data } = await this.node.request<{ account_data: { Balance: string } }>(
        this.accountInfo(address),
      );
      return Number(dropsToXrp(account_data.Balance));
    } catch (error) {
      if (errorCodeOf(error) !== 'actNotFound') throw error;
      return 0;
    }
  }

  payXrp(destination: string, xrp: number): Sending {
    return this.genesis.send({ TransactionType: 'Payment', Destination: destination, Amount: xrpToDrops(xrp) });
  }

  private payRlusd(destination: string, value: string): Sending {
    const amount = { currency: RLUSD, issuer: this.issuerAddress, value };
    return this.issuer.send({ TransactionType: 'Payment', Destination: destination, Amount: amount });
  }

  private async ensureXrp(address: string, xrp: number): Promise<Sending | undefined> {
    try {
      await this.node.request(this.accountInfo(address));
      return undefined;
    } catch (error) {
      if (errorCodeOf(error) !== 'actNotFound') throw error;
      return this.payXrp(address, xrp);
    }
  }

  private openLine(person: Person): Sending {
    const limit = { currency: RLUSD, issuer: this.issuerAddress, value: LINE_LIMIT };
    const owner = new BatchSender(this.node, Wallet.fromSeed(person.seed));
    return owner.send({ TransactionType: 'TrustSet', LimitAmount: limit, Flags: TrustSetFlags.tfSetNoRipple });
  }

  private ready(sending: Sending | undefined): Promise<unknown> | undefined {
    return this.node.showsOpenLedger ? sending?.accepted : sending?.validated;
  }

  private async rlusdOf(address: string): Promise<string | undefined> {
    const lines = await readTokenLines(this.node, address);
    return lines.find((line) => line.currency === RLUSD && line.issuer === this.issuerAddress)?.value;
  }

  private accountInfo(account: string) {
    return { command: 'account_info', account, ledger_index: 'validated' };
  }
}

/** To the six decimals that both ledgers of money here have. */
const roundUp = (amount: number) => Math.ceil(amount * 1e6) / 1e6;

/** The account-root flag that each AccountSet flag leaves behind. */
const LEDGER_FLAG: Record<number, number> = {
  [AccountSetAsfFlags.asfAllowTrustLineClawback]: 0x80000000,
  [AccountSetAsfFlags.asfDefaultRipple]: 0x00800000,
  [AccountSetAsfFlags.asfDisallowXRP]: 0x00080000,
  [AccountSetAsfFlags.asfDepositAuth]: 0x01000000,
};
