/** Settings of accounts and trust lines, and their effect on payments. */
import { CURRENCY } from '@tknest/contracts/rules';
import { ACCOUNT_FLAG, QUALITY_ONE, type LineFacts } from '#platform/ledger/ledger-port.js';

export interface SimAccount {
  sequence: number;
  xrp: bigint;
  /** Flags of its AccountRoot. */
  flags?: number;
}

/** A trust line from its holder's side; omitted settings have the default of a new line. */
export type SimLine = { authorized: boolean; frozen: boolean } & Partial<
  Pick<LineFacts, 'limit' | 'deepFrozen' | 'holderFrozen' | 'holderDeepFrozen' | 'qualityIn' | 'qualityOut'>
>;

const has = ({ flags = 0 }: SimAccount, flag: keyof typeof ACCOUNT_FLAG) => (flags & ACCOUNT_FLAG[flag]) !== 0;

/** The ledger state that token payments change. Lines and balances by holder and currency. */
export interface Holdings {
  readonly issuer: string;
  readonly accounts: ReadonlyMap<string, SimAccount>;
  readonly lines: Map<string, SimLine>;
  /** Micro-units. */
  readonly balances: Map<string, bigint>;
}

/** Applies a payment under both sides' settings. @returns its result */
export function pay(holdings: Holdings, payment: Record<string, any>): string {
  return typeof payment.Amount === 'string' ? payXrp(holdings, payment) : payTokens(holdings, payment);
}

function payXrp({ accounts }: Holdings, { Account, Destination, DestinationTag, Amount }: Record<string, any>): string {
  const [source, target] = [accounts.get(Account)!, accounts.get(Destination)];
  if (!target) return 'tecNO_DST';
  if (has(target, 'requireDestTag') && DestinationTag === undefined) return 'tecDST_TAG_NEEDED';
  if (has(target, 'depositAuth')) return 'tecNO_PERMISSION';
  if (source.xrp < BigInt(Amount)) return 'tecUNFUNDED_PAYMENT';
  source.xrp -= BigInt(Amount);
  target.xrp += BigInt(Amount);
  return 'tesSUCCESS';
}

function payTokens(
  { issuer, accounts, lines, balances }: Holdings,
  { Account: from, Destination: to, Amount: { currency, value } }: Record<string, any>,
): string {
  const [source, target] = [`${from}/${currency}`, `${to}/${currency}`];
  const amount = BigInt(Math.round(Number(value) * 1e6));
  const held = balances.get(target) ?? 0n;
  const issues = from === issuer;
  const mustBeAuthorized = currency === CURRENCY.token;
  const receiving = { account: accounts.get(to), line: lines.get(target), held, amount, issues, mustBeAuthorized };
  const refused = refusalToReceive(receiving) ?? (issues ? null : refusalToSend(lines.get(source)));
  if (refused) return refused;
  if (!issues) {
    const left = (balances.get(source) ?? 0n) - amount;
    if (left < 0n) return 'tecPATH_PARTIAL';
    balances.set(source, left);
  }
  balances.set(target, held + amount);
  return 'tesSUCCESS';
}

interface Receiving {
  account: SimAccount | undefined;
  line: SimLine | undefined;
  held: bigint;
  amount: bigint;
  /** The currency's own issuer sends it: rippled lets a pure issue pass where lines are frozen (`DirectStep`). */
  issues: boolean;
  mustBeAuthorized: boolean;
}

/**
 * Why rippled refuses a payment of tokens to an account, or null. The order is that of rippled: `Payment::preclaim`,
 * then `DirectStep::check`, then the flow.
 */
function refusalToReceive({ account, line, ...payment }: Receiving): string | null {
  if (!account) return 'tecNO_DST';
  if (has(account, 'requireDestTag')) return 'tecDST_TAG_NEEDED';
  if (has(account, 'depositAuth')) return 'tecNO_PERMISSION';
  if (!line || (payment.mustBeAuthorized && !line.authorized)) return 'tecPATH_DRY';
  if (!payment.issues && (has(account, 'globalFreeze') || line.holderFrozen || line.deepFrozen)) return 'tecPATH_DRY';
  if ((line.qualityIn ?? QUALITY_ONE) !== QUALITY_ONE) return 'tecPATH_PARTIAL';
  const limit = line.limit === undefined ? null : BigInt(line.limit) * 1_000_000n;
  return limit !== null && payment.held + payment.amount > limit ? 'tecPATH_PARTIAL' : null;
}

/** Why an account cannot send its tokens, or null: its line is frozen by the issuer, or deep-frozen by itself. */
const refusalToSend = (line: SimLine | undefined): string | null =>
  line && (line.frozen || line.deepFrozen || line.holderDeepFrozen) ? 'tecPATH_DRY' : null;

/** The holder's own TrustSet: a line with zero balance and default settings is removed. */
export function setLine({ lines, balances }: Holdings, name: string, limit: string): void {
  if (limit === '0' && (balances.get(name) ?? 0n) === 0n) lines.delete(name);
  else lines.set(name, { authorized: false, frozen: false, ...lines.get(name), limit });
}

/**
 * XLS-39: the issuer field of the amount names the holder; an amount above the balance takes the whole balance.
 * @returns its result
 */
export function clawBack(
  balances: Holdings['balances'],
  { Amount: { currency, issuer: holder, value } }: Record<string, any>,
): string {
  const held = balances.get(`${holder}/${currency}`) ?? 0n;
  if (held === 0n) return 'tecINSUFFICIENT_FUNDS';
  const amount = BigInt(Math.round(Number(value) * 1e6));
  balances.set(`${holder}/${currency}`, held > amount ? held - amount : 0n);
  return 'tesSUCCESS';
}
