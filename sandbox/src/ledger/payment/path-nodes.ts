import { ACCOUNT_ONE, ACCOUNT_ZERO } from '../codec/account-id.js';
import type { PaymentJson } from '../engine/transaction.js';
import { type Issue, isXrpIssue } from '../state/issue.js';
import type { FlowRules } from './flow-rules.js';

export type Path = NonNullable<PaymentJson['Paths']>[number];

/** A place that a strand passes: an account, or an exchange into another currency or issuer. */
export type PathNode = AccountNode | ExchangeNode;
/** A way through an account; the first one also says what is sent. */
export interface AccountNode {
  readonly account: string;
  readonly currency?: string;
  readonly issuer?: string;
}
/** An exchange into another token, or into that of another issuer. */
export interface ExchangeNode {
  readonly account?: undefined;
  readonly currency?: string;
  readonly issuer?: string;
}

/** What the strand begins with: the sender's own tokens, or XRP. */
export const sourceIssue = ({ source, send, deliver }: FlowRules): Issue => {
  const issue = send ?? deliver;
  return isXrpIssue(issue) ? issue : { currency: issue.currency, issuer: source };
};

/**
 * A path with all that it leaves unsaid: sender, the sent token's issuer, the path's own, the exchange into what is
 * delivered, its issuer, receiver (rippled: toStrand). XRP's issuer is the account of zeros.
 */
export function nodesOf(rules: FlowRules, path: Path): PathNode[] | undefined {
  if (!path.every(isWellFormed)) return undefined;
  const { source, target, deliver, send } = rules;
  const nodes: PathNode[] = [{ account: source, ...sourceIssue(rules) }];
  if (send && send.issuer !== source && path[0]?.account !== send.issuer) nodes.push({ account: send.issuer });
  nodes.push(...path);
  const last = nodes.findLast((node) => node.currency !== undefined)!;
  // An offer may exchange tokens of one issuer for the same currency of another; a payment ripples through accounts.
  if (last.currency !== deliver.currency || (rules.crossing && last.issuer !== deliver.issuer))
    nodes.push({ currency: deliver.currency, issuer: deliver.issuer });
  if (nodes.at(-1)!.account !== deliver.issuer && target !== deliver.issuer) nodes.push({ account: deliver.issuer });
  if (nodes.at(-1)!.account !== target) nodes.push({ account: target });
  return nodes;
}

function isWellFormed({ account, currency, issuer }: PathNode): boolean {
  if (account === undefined && currency === undefined && issuer === undefined) return false;
  if (account !== undefined && (currency !== undefined || issuer !== undefined)) return false;
  const nobody = [account, issuer].some((party) => party === ACCOUNT_ZERO || party === ACCOUNT_ONE);
  return !nobody && !(currency === 'XRP' && issuer !== undefined);
}
