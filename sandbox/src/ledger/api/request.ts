import type { LedgerNode } from '../chain/ledger-node.js';
import type { Subscriber, Subscriptions } from '../streams/subscriptions.js';
import type { ClosedLedger } from '../chain/ledger.js';

/** What commands need besides the ledger itself. */
export interface LedgerServices {
  readonly subscriptions: Subscriptions;
  /** When the server started, for uptime. */
  readonly startedAt: number;
  /** When the last ledger closed by the server's own clock, for its age. */
  lastClosedAt(): number;
  /** Closes the open ledger after the submissions that came before. */
  closeLedger(): Promise<ClosedLedger>;
  /** Runs changes of the ledger one after another, in order of arrival. */
  inOrder<T>(ready: Promise<unknown>, act: () => T): Promise<T>;
}

export type Params = Readonly<Record<string, unknown>>;
export type Answer = Record<string, unknown>;

/** One request on its way to the command that answers it. */
export interface RequestContext {
  readonly node: LedgerNode;
  readonly services: LedgerServices;
  readonly params: Params;
  readonly apiVersion: 1 | 2;
  /** The connection it arrived on; none for JSON-RPC. */
  readonly subscriber: Subscriber | undefined;
}

/** Answers a request, or throws an ApiError. */
export type Command = (context: RequestContext) => Answer | Promise<Answer>;
