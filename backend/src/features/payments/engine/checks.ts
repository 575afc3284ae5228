import { CURRENCY } from '@tknest/contracts/rules';
import { formatRlusd, parseLedgerValue, parseRlusd } from '@tknest/contracts/money';
import { issuesTokens } from '../kinds/index.js';
import type { PaymentState } from '../payment.state.js';
import type { Objection, PaymentPorts } from './ports.js';

const LSF_REQUIRE_DEST_TAG = 0x00020000;
const LSF_DEPOSIT_AUTH = 0x01000000;
/** Transactions a payer may have to pay for: trust line, principal, fee, and one asked for again. */
const TRANSACTIONS_PLANNED = 4n;

export type Terms = Pick<PaymentState, 'kind' | 'payer' | 'payee' | 'amount' | 'platformFee' | 'tokens' | 'propertyId'>;

/**
 * What stands against a payment, as of the last validated ledger: looked at when it is asked for, and again before
 * submission with nothing sent. @throws LedgerUnavailable
 */
export async function moneyObjection(
  ports: Pick<PaymentPorts, 'ledger' | 'accounts' | 'settings'>,
  terms: Terms,
): Promise<Objection | null> {
  return (await payerObjection(ports, terms)) ?? payeeObjection(ports, terms);
}

async function payerObjection(
  { ledger, accounts, settings }: Pick<PaymentPorts, 'ledger' | 'accounts' | 'settings'>,
  terms: Terms,
): Promise<Objection | null> {
  const account = await ledger.account(terms.payer);
  if (!account)
    return { code: 'payer-unknown', message: 'Your wallet is not activated on the ledger: it needs XRP first' };
  const rlusd = await ledger.line(terms.payer, settings.rlusdIssuer, CURRENCY.rlusd);
  if (!rlusd) return { code: 'payer-no-line', message: 'Trust Line Required - Please set up RLUSD trust line first' };
  if (rlusd.frozen) return { code: 'payer-frozen', message: 'Your RLUSD trust line is frozen by its issuer' };
  const total = terms.amount + terms.platformFee;
  const balance = parseLedgerValue(rlusd.balance);
  if (balance < total) {
    return {
      code: 'payer-balance',
      message: `Your wallet holds ${formatRlusd(balance)} RLUSD; ${formatRlusd(total)} RLUSD are needed (${formatRlusd(terms.amount)} and a fee of ${formatRlusd(terms.platformFee)})`,
    };
  }
  const reserves = await ledger.reserves();
  const opensLine =
    issuesTokens(terms as PaymentState) &&
    !(await ledger.line(terms.payer, await accounts.address('issuer'), CURRENCY.token));
  const owned = BigInt(account.ownerCount + (opensLine ? 1 : 0));
  // The first two lines need no owner reserve.
  const reserve = reserves.base + (owned <= 2n && opensLine ? 0n : reserves.increment * owned);
  const needed = (opensLine ? reserve : 0n) + (await ledger.fee()) * TRANSACTIONS_PLANNED;
  if (account.balance < needed)
    return {
      code: 'payer-xrp',
      message: `Your wallet needs ${Number(needed) / 1e6} XRP for network fees and reserves`,
    };
  return null;
}

async function payeeObjection(
  { ledger, settings }: Pick<PaymentPorts, 'ledger' | 'settings'>,
  terms: Terms,
): Promise<Objection | null> {
  const cannot = (why: string): Objection => ({
    code: 'payee-cannot-receive',
    message: `The recipient cannot receive RLUSD: ${why}`,
  });
  const account = await ledger.account(terms.payee);
  if (!account) return cannot('the wallet is not activated on the ledger');
  if ((account.flags & LSF_DEPOSIT_AUTH) !== 0) return cannot('it takes payments from approved senders only');
  if ((account.flags & LSF_REQUIRE_DEST_TAG) !== 0) return cannot('it takes payments with a destination tag only');
  if (terms.payee === settings.rlusdIssuer) return null;
  const line = await ledger.line(terms.payee, settings.rlusdIssuer, CURRENCY.rlusd);
  if (!line) return cannot('it has no RLUSD trust line');
  if (line.frozen) return null; // A frozen holder still receives.
  const room = parseLedgerValue(line.limit) - parseLedgerValue(line.balance);
  if (room < terms.amount) return cannot('the payment would exceed the limit of its trust line');
  return null;
}

/** The payer's TKNEST line, as a purchase of `tokens` needs it. @throws LedgerUnavailable */
export async function tokenLine(
  ports: Pick<PaymentPorts, 'ledger' | 'accounts'>,
  payer: string,
  tokens: number,
): Promise<NonNullable<PaymentState['line']>> {
  const line = await ports.ledger.line(payer, await ports.accounts.address('issuer'), CURRENCY.token);
  if (!line) return 'missing';
  if (parseLedgerValue(line.limit) - parseLedgerValue(line.balance) < parseRlusd(tokens)) return 'too-small';
  if (line.frozen) return 'frozen';
  return line.authorized ? 'ready' : 'unauthorised';
}
