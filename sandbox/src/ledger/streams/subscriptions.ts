/**
 * Streams that a connection can subscribe to. Those of ledgers, transactions and book changes send messages here; the
 * others are accepted and send none.
 */
export const STREAMS = [
  'ledger',
  'transactions',
  'transactions_proposed',
  'server',
  'validations',
  'manifests',
  'peer_status',
  'consensus',
  'book_changes',
] as const;
export type Stream = (typeof STREAMS)[number];

/** Older names of streams (rippled: rt_transactions). */
export const STREAM_ALIASES: Readonly<Record<string, Stream>> = { rt_transactions: 'transactions_proposed' };

/** A connection that messages can be sent to. */
export interface Subscriber {
  send(message: object): void;
}

interface Interest {
  readonly streams: Map<Stream, 1 | 2>;
  readonly accounts: Map<string, 1 | 2>;
  readonly proposedAccounts: Map<string, 1 | 2>;
}
export type AccountInterest = 'accounts' | 'proposedAccounts';

/** Who listens to what, and in which API version. */
export class Subscriptions {
  private readonly interests = new Map<Subscriber, Interest>();

  private of(subscriber: Subscriber): Interest {
    let interest = this.interests.get(subscriber);
    if (!interest)
      this.interests.set(
        subscriber,
        (interest = { streams: new Map(), accounts: new Map(), proposedAccounts: new Map() }),
      );
    return interest;
  }

  addStream(subscriber: Subscriber, stream: Stream, apiVersion: 1 | 2): void {
    this.of(subscriber).streams.set(stream, apiVersion);
  }

  addAccount(subscriber: Subscriber, account: string, kind: AccountInterest, apiVersion: 1 | 2): void {
    this.of(subscriber)[kind].set(account, apiVersion);
  }

  removeStream(subscriber: Subscriber, stream: Stream): void {
    this.interests.get(subscriber)?.streams.delete(stream);
  }

  removeAccount(subscriber: Subscriber, account: string, kind: AccountInterest): void {
    this.interests.get(subscriber)?.[kind].delete(account);
  }

  /** A connection has ended. */
  forget(subscriber: Subscriber): void {
    this.interests.delete(subscriber);
  }

  listeners(stream: Stream): [Subscriber, 1 | 2][] {
    return [...this.interests].flatMap(([subscriber, { streams }]): [Subscriber, 1 | 2][] => {
      const version = streams.get(stream);
      return version === undefined ? [] : [[subscriber, version]];
    });
  }

  /** Connections that subscribe to at least one of these accounts, each once. */
  accountListeners(accounts: Iterable<string>, kinds: readonly AccountInterest[]): [Subscriber, 1 | 2][] {
    const names = [...accounts];
    return [...this.interests].flatMap(([subscriber, interest]): [Subscriber, 1 | 2][] => {
      const version = names
        .flatMap((name) => kinds.map((kind) => interest[kind].get(name)))
        .find((v) => v !== undefined);
      return version === undefined ? [] : [[subscriber, version]];
    });
  }
}
