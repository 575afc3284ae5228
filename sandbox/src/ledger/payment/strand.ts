import { ACCOUNT_ZERO } from '../codec/account-id.js';
import { isMalformed, type ResultName } from '../engine/results.js';
import type { PaymentJson } from '../engine/transaction.js';
import { readAccount } from '../state/accounts.js';
import { isXrp, type TokenAmount } from '../state/entries.js';
import { ACCOUNT_FLAG, hasFlag } from '../state/flags.js';
import type { EntryReader } from '../state/overlay.js';
import { compare, isZero, negate, parseNumber, signOf } from '../state/token-number.js';
import { balanceOn, otherSide, readLine, sideOf } from '../state/trust-lines.js';
import { DirectStep } from './direct-step.js';

export type Path = NonNullable<PaymentJson['Paths']>[number];
export type Strand = readonly DirectStep[];

/**
 * A way for tokens to take, or why it cannot be taken. A way over the exchange has no steps: there are no offers here,
 * nothing flows.
 */
export type StrandOrFault = { strand: Strand } | { fault: ResultName };

/**
 * The accounts that a path passes: sender, the sent token's issuer, the path's own, the delivered token's issuer,
 * receiver (rippled: toStrand).
 */
export function makeStrand(view: EntryReader, payment: PaymentJson, path: Path): StrandOrFault {
  const deliver = payment.Amount;
  const sent = payment.SendMax ?? deliver;
  if (isXrp(deliver) || isXrp(sent) || sent.currency !== deliver.currency || path.some((node) => !node.account))
    return exchange(view, payment);
  const accounts = [payment.Account];
  const pass = (account: string): void => void (accounts.at(-1) !== account && accounts.push(account));
  if (payment.SendMax !== undefined && path[0]?.account !== sent.issuer) pass(sent.issuer);
  for (const node of path) accounts.push(node.account!);
  if (payment.Destination !== deliver.issuer) pass(deliver.issuer);
  pass(payment.Destination);
  return connect(view, accounts, deliver);
}

/** What leads to and from the exchange must hold, though it trades nothing. */
function exchange(
  view: EntryReader,
  { Account, Destination, Amount: deliver, SendMax: sent }: PaymentJson,
): StrandOrFault {
  const legs: [string, string, TokenAmount][] = [];
  if (sent !== undefined && !isXrp(sent) && sent.issuer !== Account) legs.push([Account, sent.issuer, sent]);
  if (!isXrp(deliver) && deliver.issuer !== Destination) legs.push([deliver.issuer, Destination, deliver]);
  for (const [from, to, { currency }] of legs) {
    const fault = stepFault(view, new DirectStep(from, to, currency, undefined, true), undefined, false, new Set());
    if (fault) return { fault };
  }
  return { strand: [] };
}

function connect(view: EntryReader, accounts: readonly string[], { currency }: TokenAmount): StrandOrFault {
  const strand: DirectStep[] = [];
  const seen = new Set<string>();
  for (let i = 0; i + 1 < accounts.length; i++) {
    const step = new DirectStep(accounts[i]!, accounts[i + 1]!, currency, strand.at(-1), i + 2 === accounts.length);
    const fault = stepFault(view, step, strand.at(-1), accounts.length === 2, seen);
    if (fault) return { fault };
    strand.push(step);
  }
  return strand.length ? { strand } : { fault: 'temRIPPLE_EMPTY' };
}

/** What must hold for tokens to pass at all (rippled: DirectStepI::check); a ter here ends as tecPATH_DRY. */
function stepFault(
  view: EntryReader,
  step: DirectStep,
  previous: DirectStep | undefined,
  alone: boolean,
  seen: Set<string>,
): ResultName | undefined {
  const { source, target, currency } = step;
  if (source === ACCOUNT_ZERO || target === ACCOUNT_ZERO || source === target) return 'temBAD_PATH';
  const root = readAccount(view, source);
  if (!root) return 'terNO_ACCOUNT';
  // Issuing to a holder and redeeming from it cannot be frozen.
  if (!alone && step.isFrozen(view)) return 'terNO_LINE';
  const line = readLine(view, source, target, currency);
  if (previous && noRipple(view, previous.source, source, target, currency)) return 'terNO_RIPPLE';
  if (seen.has(source) || seen.has(`to ${target}`)) return 'temBAD_PATH_LOOP';
  seen.add(source).add(`to ${target}`);
  if (!line) return 'terNO_LINE';
  const side = sideOf(source, target);
  const balance = balanceOn(line, side);
  if (hasFlag(root, ACCOUNT_FLAG.requireAuth) && !hasFlag(line, side.flag.auth) && isZero(balance)) return 'terNO_AUTH';
  // The source holds nothing to give back: what it may hand out is the target's limit.
  if (signOf(balance) <= 0 && compare(negate(balance), parseNumber(line[otherSide(side).limit].value)) >= 0)
    return 'tecPATH_DRY';
  return undefined;
}

/**
 * Whether the account in the middle lets nothing ripple between these two lines of its own (rippled: checkNoRipple).
 */
function noRipple(view: EntryReader, before: string, account: string, after: string, currency: string): boolean {
  const incoming = readLine(view, before, account, currency);
  const outgoing = readLine(view, account, after, currency);
  if (!incoming || !outgoing) return true;
  return (
    hasFlag(incoming, sideOf(account, before).flag.noRipple) && hasFlag(outgoing, sideOf(account, after).flag.noRipple)
  );
}

/** The ways a payment may take: the default one unless it is forbidden, and those it names (rippled: toStrands). */
export function makeStrands(
  view: EntryReader,
  payment: PaymentJson,
  defaultPath: boolean,
): { strands: Strand[] } | { fault: ResultName } {
  const strands: Strand[] = [];
  let last: ResultName = 'temRIPPLE_EMPTY';
  const paths = payment.Paths ?? [];
  for (const path of [...(defaultPath ? [[]] : []), ...paths]) {
    const made = makeStrand(view, payment, path);
    if ('strand' in made) strands.push(made.strand);
    else if (isMalformed(made.fault) || paths.length === 0) return { fault: made.fault };
    else last = made.fault;
  }
  return strands.length ? { strands } : { fault: last };
}
