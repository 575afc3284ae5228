/** Builds a receipt from the events of one payment alone. Pure. */
import type { ReceiptLeg, ReceiptView } from '@tknest/contracts/api';
import type {
  LatePrincipalFound,
  LegValidated,
  PaymentEvent,
  PaymentStarted,
  PayoutLine,
  PayoutLinesListed,
  PayoutSettled,
  PayoutSource,
  UnclaimedPaid,
} from '@tknest/contracts/events';
import { allocate, parseRlusd, toDecimal, type Day } from '@tknest/contracts/money';
import type { RecordedEvent } from '#platform/event-store/event-store.js';

export type Receipt = Omit<ReceiptView, 'proof' | 'issuer'>;

/** A receipt, and those of its events that the reader may see completely. */
export interface Found {
  receipt: Receipt;
  events: RecordedEvent[];
  /** Events that also name other people: only their hashes are revealed. */
  hidden: RecordedEvent[];
}

const LEG_KINDS = { recipient: 'payment', platform: 'fee', issuance: 'tokens', 'fee-refund': 'fee-refund' } as const;
type PaidLeg = keyof typeof LEG_KINDS;
const isPaid = (leg: string): leg is PaidLeg => leg in LEG_KINDS;
const SHOWN: ReadonlySet<string> = new Set<PaymentEvent['type']>([
  'PaymentStarted',
  'LegValidated',
  'LatePrincipalFound',
  'PaymentCompleted',
]);

interface Paid extends Pick<LegValidated['data'], 'delivered' | 'hash' | 'ledgerIndex'> {
  leg: PaidLeg;
  at: string;
  date: Day;
}

/**
 * The transactions that an event records as validated, including a principal that arrived after its payment had ended.
 */
function paidBy({ type, data, at, metadata: { businessDate: date } }: RecordedEvent): Paid[] {
  if (type === 'LatePrincipalFound') return [{ ...(data as LatePrincipalFound['data']), leg: 'recipient', at, date }];
  if (type !== 'LegValidated') return [];
  const { leg, ...paid } = data as LegValidated['data'];
  return isPaid(leg) ? [{ ...paid, leg, at, date }] : [];
}

/** The receipt for a payment's stream; null if nothing was validated yet. @param issuer the tokens' issuer */
export function receiptOfPayment(stream: readonly RecordedEvent[], issuer: string): Found | null {
  const started = stream.find(({ type }) => type === 'PaymentStarted');
  const events = stream.filter(({ type }) => SHOWN.has(type));
  const validated = events.flatMap((event) => paidBy(event));
  if (!started || !validated.some(({ leg }) => leg === 'recipient')) return null;
  const { kind, payer, payee, feeWallet, memo, ...about }: PaymentStarted['data'] = started.data;
  const sides: Record<PaidLeg, [from: string, to: string]> = {
    recipient: [payer, payee],
    platform: [payer, feeWallet],
    issuance: [issuer, payer],
    'fee-refund': [feeWallet, payer],
  };
  const legs = validated.map(({ leg, delivered, hash, ledgerIndex, at }): ReceiptLeg => {
    const [from, to] = sides[leg];
    const tokens = leg === 'issuance';
    const amount = tokens ? String(about.tokens) : delivered!;
    return {
      kind: LEG_KINDS[leg],
      from,
      to,
      amount,
      currency: tokens ? 'TKNEST' : 'RLUSD',
      hash,
      ledger: ledgerIndex,
      at,
    };
  });
  const receipt: Receipt = {
    id: about.paymentId,
    kind,
    payer,
    payee,
    property: about.propertyId === null ? null : { id: about.propertyId, name: about.propertyName },
    memo,
    amount: about.amount,
    fee: legs.find((leg) => leg.kind === 'fee')?.amount ?? '0',
    tokens: legs.some((leg) => leg.kind === 'tokens') ? about.tokens : null,
    startedAt: started.at,
    date: validated.at(-1)!.date,
    settledAt: legs.at(-1)!.at,
    legs,
  };
  return { receipt, events, hidden: [] };
}

/** The id of a holder's line of a payout run. */
const lineId = (runId: string, wallet: string): string => `${runId}~${wallet}`;

const RUN_KINDS: Partial<Record<PayoutSource, Receipt['kind']>> = {
  withdrawal: 'withdrawal',
  bulk: 'payout',
  'by-hand': 'payout',
  return: 'payout',
  refund: 'refund',
  revenue: 'payout',
  'fee-return': 'payout',
};

/** The run of a payout line, and the payer of the transaction that paid it. */
export interface LineAbout {
  runId: string;
  source: PayoutSource;
  payer: string;
  /** The amount of the whole transaction, if it paid more than the line; otherwise left out. */
  delivered?: string | null;
  propertyName: string | null;
  period: Day;
  listedAt: string;
  /** The line's part of the run's fee, decimal text. */
  fee: string;
}

/** A line's part of its run's fee, divided among all lines by their tokens, as in the activity. */
export function feeOfLine(fee: string, lines: readonly PayoutLine[], wallet: string): string {
  const weights = new Map(lines.map((line) => [line.wallet, BigInt(line.tokens ?? 1)]));
  return toDecimal(allocate(parseRlusd(fee), weights).get(wallet)!);
}

/**
 * The receipt for a line that a run paid. @param paid `PayoutSettled` or `UnclaimedPaid`
 * @param lines the event that listed the run's lines, which names the other holders
 */
export function receiptOfLine(
  paid: RecordedEvent,
  lines: readonly RecordedEvent[],
  { runId, source, payer, delivered, propertyName, period, listedAt, fee }: LineAbout,
): Found {
  const { propertyId, wallet, amount, hash, ledgerIndex }: (PayoutSettled | UnclaimedPaid)['data'] = paid.data;
  const leg: ReceiptLeg = {
    kind: 'payment',
    from: payer,
    to: wallet,
    amount: delivered ?? amount,
    currency: 'RLUSD',
    hash,
    ledger: ledgerIndex,
    at: paid.at,
  };
  const kind = RUN_KINDS[source] ?? 'rent_share';
  const listed = lines.flatMap(({ data }) => (data as PayoutLinesListed['data']).lines);
  const own = listed.find((line) => line.wallet === wallet);
  const receipt: Receipt = {
    id: lineId(runId, wallet),
    kind,
    payer,
    payee: wallet,
    property: propertyId === null ? null : { id: propertyId, name: propertyName },
    memo: null,
    amount,
    fee,
    tokens: own?.tokens ?? null,
    ...(kind === 'rent_share' && { period }),
    startedAt: listedAt,
    date: paid.metadata.businessDate,
    settledAt: paid.at,
    legs: [leg],
  };
  return { receipt, events: [paid], hidden: [...lines] };
}
