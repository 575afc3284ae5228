import { Wallet, type SubmittableTransaction } from 'xrpl';
import { errorCodeOf, type LedgerNode } from './ledger-node.js';

/** How many of one account's transactions go into one ledger: well under what an open ledger takes at the base fee. */
const BATCH_SIZE = 200;
const LIFETIME_LEDGERS = 10;
const FEE_DROPS = '12';

/** A transaction without its account, sequence, fee and signature. */
export type Draft = { TransactionType: string } & Record<string, unknown>;

/** Two moments of a transaction: the open ledger shows its success; a validated ledger holds it (with its hash). */
export interface Sending {
  accepted: Promise<unknown>;
  validated: Promise<string>;
}
interface Order {
  tx: Draft;
  accept: () => void;
  done: (hash: string) => void;
  failed: (error: Error) => void;
}
interface Sent extends Order {
  hash: string;
  blob: string;
  lastLedger: number;
}

/**
 * Sends one account's transactions with consecutive sequences, many per ledger, and resolves each once a validated
 * ledger holds its success. Being the account's only writer it needs no lock beyond its own queue.
 */
export class BatchSender {
  private readonly queue: Order[] = [];
  private running = false;

  constructor(
    private readonly node: LedgerNode,
    readonly wallet: Wallet,
  ) {}

  send(tx: Draft): Sending {
    let accept!: () => void;
    const shown = new Promise<void>((resolve) => (accept = resolve));
    const validated = new Promise<string>((done, failed) => {
      this.queue.push({ tx, accept, done, failed });
      if (!this.running) void this.run();
    });
    const accepted = Promise.race([shown, validated]);
    // The sender may wait for only one of the two; the other must not end the process.
    for (const promise of [accepted, validated]) promise.catch(() => undefined);
    return { accepted, validated };
  }

  private async run(): Promise<void> {
    this.running = true;
    // One turn of the event loop gathers what is asked at the same time.
    await new Promise((wake) => setImmediate(wake));
    while (this.queue.length > 0) {
      const batch = this.queue.splice(0, BATCH_SIZE);
      try {
        await this.settle(await this.submit(batch));
      } catch (error) {
        batch.forEach((order) => order.failed(error as Error));
      }
    }
    this.running = false;
  }

  private async submit(batch: Order[]): Promise<Sent[]> {
    const { account_data, ledger_current_index } = await this.node.request<{
      account_data: { Sequence: number };
      ledger_current_index: number;
    }>({
      command: 'account_info',
      account: this.wallet.address,
      ledger_index: 'current',
    });
    const sent = batch.map((order, place) =>
      this.sign(order, account_data.Sequence + place, ledger_current_index + LIFETIME_LEDGERS),
    );
    const answers = sent.map(({ blob }) =>
      this.node.request<{ engine_result: string }>({ command: 'submit', tx_blob: blob }),
    );
    const results = (await Promise.all(answers)).map((answer) => answer.engine_result);
    return sent.filter((order, place) => {
      const result = results[place]!;
      if (result === 'tesSUCCESS') order.accept();
      // Refused for good: the transactions after it wait in vain for its sequence, pass their last ledger, and are then
      // sent again.
      const refused = /^te[mfl]/.test(result);
      if (refused) order.failed(new Error(`${order.tx.TransactionType} of ${this.wallet.address}: ${result}`));
      return !refused;
    });
  }

  private sign(order: Order, sequence: number, lastLedger: number): Sent {
    const tx = {
      ...order.tx,
      Account: this.wallet.address,
      Fee: FEE_DROPS,
      Sequence: sequence,
      LastLedgerSequence: lastLedger,
    };
    const { tx_blob, hash } = this.wallet.sign(tx as SubmittableTransaction);
    return { ...order, hash, blob: tx_blob, lastLedger };
  }

  private async settle(sent: Sent[]): Promise<void> {
    let open = sent;
    while (open.length > 0) {
      await this.node.nextClose();
      const outcomes = await Promise.all(open.map((order) => this.outcomeOf(order)));
      open = open.filter((order, place) => {
        const outcome = outcomes[place]!;
        if (outcome === 'open') return true;
        if (outcome === 'tesSUCCESS') order.done(order.hash);
        else if (outcome === 'gone') this.queue.push(order);
        else order.failed(new Error(`${order.tx.TransactionType} of ${this.wallet.address}: ${outcome}`));
        return false;
      });
    }
  }

  /**
   * A transaction is judged by a validated ledger only: its result there, or that its last ledger has passed without
   * it.
   */
  private async outcomeOf(order: Sent): Promise<string> {
    const ledger = await this.node.request<{ ledger_index: number }>({ command: 'ledger', ledger_index: 'validated' });
    try {
      const found = await this.node.request<{ validated?: boolean; meta?: { TransactionResult: string } }>({
        command: 'tx',
        transaction: order.hash,
      });
      if (found.validated && found.meta) return found.meta.TransactionResult;
    } catch (error) {
      if (errorCodeOf(error) !== 'txnNotFound') throw error;
    }
    return ledger.ledger_index > order.lastLedger ? 'gone' : 'open';
  }
}
