import type { ResultName } from '../engine/results.js';
import { fundsOf, PARITY, transferRate } from '../payment/funds.js';
import { flowThroughAll } from '../payment/flow.js';
import type { FlowRules } from '../payment/flow-rules.js';
import type { Flow } from '../payment/step.js';
import { makeStrands } from '../payment/strand.js';
import { type Issue, isXrpIssue } from '../state/issue.js';
import { deleteOffers } from '../state/offers.js';
import { divideRound, multiplyRound, qualityOf, rateOf } from '../state/quality.js';
import { compare, type Quantity, signOf, smaller, subtract, zeroLike } from '../state/quantity.js';
import { MAX_EXPONENT, normalize } from '../state/token-number.js';
import { OFFER_CREATE } from './offer-flags.js';
import type { ApplyContext } from './transactor.js';

/** From the taker's side: what it gives (`in`) and what it wants (`out`). */
export type Take = Flow;

export interface Crossing {
  readonly result: ResultName;
  /** What of the take is not done yet. */
  readonly left: Take;
  /** Offers found that cannot be taken. */
  readonly stale: ReadonlySet<string>;
}

/** As much as there can be: who sells takes whatever it gets. Half the largest leaves room for a transfer fee. */
const PLENTY_XRP = 9_000_000_000_000_000_000n;
const PLENTY_TOKENS = normalize(4_999_999_999_999_999n, MAX_EXPONENT);

/** Takes offers that are as good as this one or better (rippled: CreateOffer::flowCross). */
export function cross(context: ApplyContext, take: Take, { send, deliver }: { send: Issue; deliver: Issue }): Crossing {
  const { view, tx, ledger } = context;
  const funds = fundsOf(view, tx.account, send, take.in);
  if (signOf(funds) <= 0) return { result: 'tecUNFUNDED_OFFER', left: take, stale: new Set() };
  const [toXrp, fromXrp] = [isXrpIssue(deliver), isXrpIssue(send)];
  // The issuer's fee comes on top of what is given.
  const fee = fromXrp || send.issuer === tx.account ? PARITY : transferRate(view, send.issuer);
  const gross = fee === PARITY ? take.in : multiplyRound(take.in, feeNumber(fee), fromXrp, true);
  const sells = (tx.flags & OFFER_CREATE.sell) !== 0;
  const threshold = qualityOf(take.out, gross) - (tx.flags & OFFER_CREATE.passive ? 1n : 0n);
  const rules: FlowRules = {
    source: tx.account,
    target: tx.account,
    deliver,
    send,
    ownerPaysFee: true,
    closeTime: ledger.parent.header.closeTime,
    crossing: { threshold },
  };
  // Between two tokens XRP may be a bridge.
  const made = makeStrands(view, rules, toXrp || fromXrp ? [] : [[{ currency: 'XRP' }]], true);
  if ('fault' in made) return { result: 'tesSUCCESS', left: take, stale: new Set() };
  const wanted = sells ? (toXrp ? PLENTY_XRP : PLENTY_TOKENS) : take.out;
  const most = smaller(gross, funds);
  const flow = flowThroughAll(view, made.strands, { wanted, most, worst: threshold, crossing: true });
  const whole = sells ? compare(flow.in, most) >= 0 : compare(flow.out, wanted) >= 0;
  const killed = tx.flags & OFFER_CREATE.fillOrKill && !whole;
  if (killed || signOf(flow.out) === 0 || compare(flow.out, wanted) > 0) {
    deleteOffers(view, flow.stale);
    return { result: 'tesSUCCESS', left: take, stale: flow.stale };
  }
  const net = fee === PARITY ? flow.in : divideRound(flow.in, feeNumber(fee), fromXrp, true);
  const exhausted = signOf(fundsOf(flow.changes, tx.account, send, take.in)) <= 0;
  flow.changes.commit();
  const left = exhausted
    ? { in: zeroLike(take.in), out: zeroLike(take.out) }
    : leftOf(take, { in: net, out: flow.out }, sells);
  return { result: 'tesSUCCESS', left, stale: flow.stale };
}

const feeNumber = (fee: number): Quantity => normalize(BigInt(fee), -9);

/** What remains keeps the quality: a seller's by what it gave, a buyer's by what it got. */
function leftOf(take: Take, done: Flow, sells: boolean): Take {
  const rate = rateOf(qualityOf(take.out, take.in));
  const rest = (all: Quantity, part: Quantity): Quantity => {
    const left = subtract(all, part);
    return signOf(left) < 0 ? zeroLike(all) : left;
  };
  if (sells) {
    const unsold = rest(take.in, done.in);
    return {
      in: unsold,
      out:
        signOf(unsold) === 0
          ? zeroLike(take.out)
          : divideRound(unsold, rate, typeof take.out === 'bigint', false, true),
    };
  }
  const missing = rest(take.out, done.out);
  return {
    in: signOf(missing) === 0 ? zeroLike(take.in) : multiplyRound(missing, rate, typeof take.in === 'bigint', true),
    out: missing,
  };
}
