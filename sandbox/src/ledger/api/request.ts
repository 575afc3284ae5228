import type { LedgerNode } from '../chain/ledger-node.js';
import type { Subscriber } from '../streams/subscriptions.js';
import type { LedgerServices } from './services.js';

export type Params = Readonly<Record<string, unknown>>;
export type Answer = Record<string, unknown>;

/** One request on its way to the command that answers it. */
export interface RequestContext {
  readonly node: LedgerNode;
  readonly services: LedgerServices;
  readonly params: Params;
  readonly apiVersion: 1 | 2;
  /** The connection it came on; none for JSON-RPC. */
  readonly subscriber: Subscriber | undefined;
}

/** Answers a request, or throws an ApiError. */
export type Command = (context: RequestContext) => Answer | Promise<Answer>;
