import { affectedAccounts } from '../chain/affected-accounts.js';
import type { TransactionPlace } from '../chain/history.js';
import type { ClosedLedger } from '../chain/ledger.js';
import type { LedgerNode, NodeListener } from '../chain/ledger-node.js';
import type { ResultName } from '../engine/results.js';
import type { Transaction } from '../engine/transaction.js';
import { bookChangesMessage, ledgerClosedMessage, proposedMessage, validatedMessage } from './messages.js';
import type { Subscriber, Subscriptions } from './subscriptions.js';

/** Notifies subscribers: at a close first of the ledger, then of its transactions in order. */
export class Publisher implements NodeListener {
  constructor(
    private readonly node: LedgerNode,
    private readonly subscriptions: Subscriptions,
  ) {}

  closed(ledger: ClosedLedger): void {
    const message = ledgerClosedMessage(ledger, this.node.history.range);
    for (const [subscriber] of this.subscriptions.listeners('ledger')) subscriber.send(message);
    for (const [subscriber] of this.subscriptions.listeners('book_changes'))
      subscriber.send(bookChangesMessage(ledger));
    for (const [position, transaction] of ledger.transactions.entries())
      this.validated({ ledger, position, transaction });
  }

  /** A connection that subscribes to the stream and to an account gets the message twice, as in rippled. */
  private validated(place: TransactionPlace): void {
    const { subscriptions } = this;
    const audience = [
      ...subscriptions.listeners('transactions'),
      ...subscriptions.listeners('transactions_proposed'),
      ...subscriptions.accountListeners(affectedAccounts(place.transaction.meta), ['accounts', 'proposedAccounts']),
    ];
    send(audience, (apiVersion) => validatedMessage(place, apiVersion));
  }

  proposed(tx: Transaction, result: ResultName, ledgerIndex: number): void {
    const { subscriptions } = this;
    const audience = [
      ...subscriptions.listeners('transactions_proposed'),
      ...subscriptions.accountListeners(mentionedAccounts(tx), ['proposedAccounts']),
    ];
    send(audience, (apiVersion) => proposedMessage(tx, result, ledgerIndex, apiVersion));
  }
}

/** Makes each version's message once, and only where somebody wants it. */
function send(audience: readonly [Subscriber, 1 | 2][], make: (apiVersion: 1 | 2) => object): void {
  const made = new Map<1 | 2, object>();
  for (const [subscriber, version] of audience) {
    let message = made.get(version);
    if (!message) made.set(version, (message = make(version)));
    subscriber.send(message);
  }
}

/** Before there is metadata a transaction concerns the accounts it names (rippled: STTx::getMentionedAccounts). */
function mentionedAccounts({ json }: Transaction): Set<string> {
  const accounts = new Set<string>();
  for (const value of Object.values(json)) {
    if (typeof value === 'string' && value.startsWith('r')) accounts.add(value);
    else if (typeof value === 'object' && value !== null && 'issuer' in value) accounts.add(String(value.issuer));
  }
  return accounts;
}
