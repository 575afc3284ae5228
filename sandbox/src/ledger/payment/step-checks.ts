import { ACCOUNT_ZERO } from '../codec/account-id.js';
import type { ResultName } from '../engine/results.js';
import { readAccount } from '../state/accounts.js';
import type { AccountRoot } from '../state/entries.js';
import { ACCOUNT_FLAG, hasFlag } from '../state/flags.js';
import { type Issue, issueText, isXrpIssue, sameIssue, XRP } from '../state/issue.js';
import type { Book } from '../state/offers.js';
import type { EntryReader } from '../state/overlay.js';
import { compare, isZero, negate, parseNumber, signOf } from '../state/token-number.js';
import { balanceOn, otherSide, readLine, sideOf } from '../state/trust-lines.js';
import type { DirectStep } from './direct-step.js';
import { isDeepFrozen, isFrozen } from './funds.js';
import type { Step } from './step.js';

/** Where a strand has been: no account twice in the same token, no book twice with the same outcome. */
export class Seen {
  readonly sources = new Set<string>();
  readonly targets = new Set<string>();
  readonly bookOuts = new Set<string>();
}

/** Adds to a set; false if it was there. */
const addNew = (set: Set<string>, text: string): boolean => set.size !== set.add(text).size;

/** What must hold for a step to be taken at all; in a payment a ter found here ends as tecPATH_DRY. */
export interface CheckedStep<T extends Step> {
  readonly view: EntryReader;
  readonly step: T;
  readonly previous: Step | undefined;
  readonly seen: Seen;
}

/** rippled: DirectStepI::check. `alone` is a step between an issuer and its holder and nothing else. */
export function directFault(
  { view, step, previous, seen }: CheckedStep<DirectStep>,
  alone: boolean,
  crossing: boolean,
): ResultName | undefined {
  const { lineSource: source, target, currency } = step;
  if (source === ACCOUNT_ZERO || target === ACCOUNT_ZERO || source === target) return 'temBAD_PATH';
  const root = readAccount(view, source);
  if (!root) return 'terNO_ACCOUNT';
  const issue = { currency, issuer: target };
  // Issuing to a holder and redeeming from it cannot be frozen.
  if (!alone && (isFrozen(view, source, issue) || isDeepFrozen(view, source, issue))) return 'terNO_LINE';
  if (previous?.lineSource !== undefined && noRipple(view, previous.lineSource, source, target, currency))
    return 'terNO_RIPPLE';
  const from = { currency, issuer: source };
  if (seen.bookOuts.has(issueText(from)) && previous?.book && !sameIssue(previous.book.gets, from))
    return 'temBAD_PATH_LOOP';
  const isNew = addNew(seen.sources, issueText(from));
  if (!addNew(seen.targets, issueText(issue)) || !isNew) return 'temBAD_PATH_LOOP';
  // An offer needs no line: it is made as tokens come in.
  return crossing ? undefined : lineFault(view, step, root, previous);
}

/** rippled: DirectIPaymentStep::check. */
function lineFault(
  view: EntryReader,
  { lineSource: source, target, currency }: DirectStep,
  root: AccountRoot,
  previous: Step | undefined,
): ResultName | undefined {
  const line = readLine(view, source, target, currency);
  if (!line) return 'terNO_LINE';
  const side = sideOf(source, target);
  const balance = balanceOn(line, side);
  if (hasFlag(root, ACCOUNT_FLAG.requireAuth) && !hasFlag(line, side.flag.auth) && isZero(balance)) return 'terNO_AUTH';
  if (previous?.book && hasFlag(line, side.flag.noRipple)) return 'terNO_RIPPLE';
  // The source holds nothing to give back: what it may hand out is the target's limit.
  const full = compare(negate(balance), parseNumber(line[otherSide(side).limit].value)) >= 0;
  return signOf(balance) <= 0 && full ? 'tecPATH_DRY' : undefined;
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

/** rippled: BookStep::check. */
export function bookFault({ view, step, previous, seen }: CheckedStep<Step & { book: Book }>): ResultName | undefined {
  const { pays, gets } = step.book;
  if (sameIssue(pays, gets)) return 'temBAD_PATH';
  const out = issueText(gets);
  if (!addNew(seen.bookOuts, out) || seen.sources.has(out) || seen.targets.has(out)) return 'temBAD_PATH_LOOP';
  const exists = (issue: Issue): boolean => isXrpIssue(issue) || !!readAccount(view, issue.issuer);
  if (!exists(pays) || !exists(gets)) return 'tecNO_ISSUER';
  if (previous?.lineSource === undefined) return undefined;
  const line = readLine(view, previous.lineSource, pays.issuer, pays.currency);
  if (!line) return 'terNO_LINE';
  return hasFlag(line, sideOf(pays.issuer, previous.lineSource).flag.noRipple) ? 'terNO_RIPPLE' : undefined;
}

/** rippled: XRPEndpointStep::check. */
export function endpointFault(
  view: EntryReader,
  account: string,
  place: { first: boolean; last: boolean },
  seen: Seen,
): ResultName | undefined {
  if (account === ACCOUNT_ZERO) return 'temBAD_PATH';
  if (!readAccount(view, account)) return 'terNO_ACCOUNT';
  if (!place.first && !place.last) return 'temBAD_PATH';
  return addNew(place.last ? seen.sources : seen.targets, issueText(XRP)) ? undefined : 'temBAD_PATH_LOOP';
}
