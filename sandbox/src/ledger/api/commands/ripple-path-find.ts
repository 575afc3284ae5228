import { isAddress } from '../../codec/account-id.js';
import type { PaymentJson } from '../../engine/transaction.js';
import { flowThroughAll } from '../../payment/flow.js';
import { paymentRules } from '../../payment/pay-tokens.js';
import { makeStrand } from '../../payment/strand.js';
import { readAccount } from '../../state/accounts.js';
import { type Amount, isXrp, type TokenAmount } from '../../state/entries.js';
import { Overlay } from '../../state/overlay.js';
import { amountOf, compare, quantityOf } from '../../state/quantity.js';
import { parseNumber, signOf } from '../../state/token-number.js';
import { linesOf } from '../account-page.js';
import { ApiError, invalidField, missingField } from '../errors.js';
import { chooseLedger, type LedgerChoice } from '../ledger-choice.js';
import type { Command, Params } from '../request.js';

/** More of a token than anybody has, to find the cost of a path without a limit. */
const PLENTY = parseNumber('9999999999999999e60');

/** ripple_path_find: of the ways for a payment the default one, in the delivered currency; it looks for no others. */
export const ripplePathFind: Command = ({ node, params }) => {
  const source = party(params, 'source_account', 'srcActMalformed');
  const destination = party(params, 'destination_account', 'dstActMalformed');
  const amount = params['destination_amount'] as Amount | undefined;
  if (amount === undefined) throw missingField('destination_amount');
  if (!isAmount(amount)) throw new ApiError('dstAmtMalformed');
  const ledger = chooseLedger(node, params);
  if (!readAccount(ledger.view, source)) throw new ApiError('srcActNotFound', undefined, ledger.fields);
  const cost = isXrp(amount)
    ? undefined
    : costOf(ledger, { source, destination, amount, closeTime: node.validated.header.closeTime });
  const held = [...linesOf(ledger.view, destination)].map(({ line }) => line.Balance.currency);
  return {
    alternatives: cost === undefined ? [] : [{ paths_canonical: [], paths_computed: [], source_amount: cost }],
    destination_account: destination,
    destination_amount: amount,
    destination_currencies: [...new Set([...held, 'XRP'])].sort(),
    full_reply: true,
    source_account: source,
    ...(params['id'] !== undefined && { id: params['id'] }),
    ...ledger.fields,
  };
};

function party(params: Params, name: string, malformed: 'srcActMalformed' | 'dstActMalformed'): string {
  const value = params[name];
  if (value === undefined) throw missingField(name);
  if (typeof value !== 'string') throw invalidField(name);
  if (!isAddress(value)) throw new ApiError(malformed);
  return value;
}

function isAmount(amount: Amount): boolean {
  if (typeof amount === 'string') return /^[1-9]\d*$/.test(amount);
  return (
    typeof amount === 'object' &&
    amount !== null &&
    isAddress(amount.issuer) &&
    typeof amount.value === 'string' &&
    signOf(parseNumber(amount.value)) > 0
  );
}

/** The amount that the sender must spend to deliver the whole amount; undefined if that is not possible. */
function costOf({ view }: LedgerChoice, { source, destination, amount, closeTime }: Inquiry): Amount | undefined {
  const payment = { Account: source, Destination: destination, Amount: amount } as PaymentJson;
  const made = makeStrand(view, paymentRules(payment, closeTime), []);
  if ('fault' in made) return undefined;
  const wanted = quantityOf(amount);
  const flow = flowThroughAll(new Overlay(view), [made.strand], { wanted, most: PLENTY });
  return compare(flow.out, wanted) === 0 ? amountOf(flow.in, { ...amount, issuer: source }) : undefined;
}

interface Inquiry {
  readonly source: string;
  readonly destination: string;
  readonly amount: TokenAmount;
  readonly closeTime: number;
}
