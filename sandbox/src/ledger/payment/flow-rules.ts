import type { Issue } from '../state/issue.js';
import type { Quality } from '../state/quality.js';

/** What holds for all strands of a payment, or of the crossing of an offer. */
export interface FlowRules {
  readonly source: string;
  readonly target: string;
  readonly deliver: Issue;
  /** What is sent; undefined for the delivered currency out of the sender's own lines. */
  readonly send: Issue | undefined;
  /** Whether the owner of an offer pays the fee of what it hands out; else the taker does. */
  readonly ownerPaysFee: boolean;
  /** Close time of the ledger before, in seconds since 2000. */
  readonly closeTime: number;
  /** An offer that takes others, which have to be of this quality or better. */
  readonly crossing?: { readonly threshold: Quality };
}
