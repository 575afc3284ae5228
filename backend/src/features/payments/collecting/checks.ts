import { CURRENCY, PAYMENT } from '@tknest/contracts/rules';
import type { PaymentTerms } from '@tknest/contracts/events';
import { formatRlusd, parseLedgerValue, type Micro } from '@tknest/contracts/money';
import {
  hasFlag,
  issuerPrevents,
  QUALITY_ONE,
  type AccountFacts,
  type LineFacts,
} from '#platform/ledger/ledger-port.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { isPending, loanFold } from '#features/loans/rules.public.js';
import { SALE_PAUSED } from '#features/listings/rules.public.js';
import { COLLECTION_UNCLEAR, lostCollections } from '#features/payouts/rules.public.js';
import { issuesTokens, recipeOf } from '../kinds/index.js';
import { tokensOf } from '../payment.state.js';
import { lookAtReceiver, refusingSetting, type LedgerPorts } from './obstacles.js';
import type { Objection } from './ports.js';

/** Transactions whose network fee a payer may have to pay: trust line, principal, fee, and one repeated request. */
const TRANSACTIONS_PLANNED = 4n;

export type Terms = Pick<
  PaymentTerms<Micro>,
  'kind' | 'payer' | 'payee' | 'amount' | 'platformFee' | 'tokens' | 'propertyId' | 'priority'
>;

/**
 * What prevents a payment, as of the last validated ledger. Checked when the payment is requested, and again before
 * submission while nothing has been sent.
 * @throws LedgerUnavailable
 */
export async function moneyObjection(ports: LedgerPorts, terms: Terms): Promise<Objection | null> {
  const unclear = recipeOf(terms).waitsForEscrow ? await pendingCollections(ports.store, terms.propertyId!) : [];
  // The same installment would be paid again.
  if (unclear.length > 0) return { code: 'collection-unclear', message: COLLECTION_UNCLEAR };
  return (await payerObjection(ports, terms)) ?? payeeObjection(ports, terms);
}

/** What a restored log lost, for which a repayment of the property waits. */
export async function pendingCollections(store: EventStore, propertyId: number) {
  const lost = await lostCollections(store, propertyId);
  const { state: loan } = await load(store, loanFold(propertyId));
  return lost.filter((one) => isPending(one, loan));
}

/** A wallet that would refuse the tokens is reported before it pays for them. */
async function receiverObjection(ports: LedgerPorts, terms: Terms): Promise<Objection | null> {
  if (!issuesTokens(terms)) return null;
  const { obstacle } = await lookAtReceiver(ports, terms.payer, tokensOf(terms));
  return refusingSetting(obstacle, terms.payer);
}

async function payerObjection(ports: LedgerPorts, terms: Terms): Promise<Objection | null> {
  const { ledger, accounts, settings } = ports;
  const account = await ledger.account(terms.payer);
  if (!account)
    return { code: 'payer-unknown', message: 'Your wallet is not activated on the ledger: it needs XRP first' };
  const rlusd = await ledger.line(terms.payer, settings.rlusdIssuer, CURRENCY.rlusd);
  if (!rlusd) return { code: 'payer-no-line', message: 'Trust Line Required - Please set up RLUSD trust line first' };
  const prevented = await issuerObjection(ports, rlusd);
  if (prevented) return prevented;
  if (rlusd.holderDeepFrozen) return ownDeepFreeze(terms.payer);
  const refusing = await receiverObjection(ports, terms);
  if (refusing) return refusing;
  const total = terms.amount + terms.platformFee;
  const balance = parseLedgerValue(rlusd.balance);
  if (balance < total) {
    const parts = `${formatRlusd(terms.amount)} and a fee of ${formatRlusd(terms.platformFee)}`;
    return {
      code: 'payer-balance',
      message:
        `Your wallet holds ${formatRlusd(balance)} RLUSD but needs ${formatRlusd(total)} RLUSD` +
        (terms.platformFee > 0n ? ` (${parts})` : ''),
    };
  }
  const reserves = await ledger.reserves();
  const opensLine =
    issuesTokens(terms) && !(await ledger.line(terms.payer, await accounts.address('issuer'), CURRENCY.token));
  const owned = BigInt(account.ownerCount + (opensLine ? 1 : 0));
  // The first two lines need no owner reserve.
  const reserve = reserves.base + (owned <= 2n && opensLine ? 0n : reserves.increment * owned);
  const fee = offeredFee(terms, await ledger.fee(), settings.maxNetworkFeeDrops);
  const needed = (opensLine ? reserve : 0n) + fee * TRANSACTIONS_PLANNED;
  if (account.balance < needed)
    return {
      code: 'payer-xrp',
      message: `Your wallet needs ${Number(needed) / 1e6} XRP for network fees and reserves`,
    };
  return null;
}

/** What the issuer of RLUSD does so that a wallet cannot pay with the RLUSD of this trust line. */
async function issuerObjection({ ledger, settings }: LedgerPorts, rlusd: LineFacts): Promise<Objection | null> {
  if (rlusd.frozen) return { code: 'payer-frozen', message: 'Your RLUSD trust line is frozen by its issuer' };
  const by = issuerPrevents(await ledger.account(settings.rlusdIssuer));
  return by && RLUSD_PREVENTED[by];
}

type Fee = { payer: string; feeWallet: string; platformFee: Micro };

/**
 * Whether something that is not the payer's prevents a fee: the issuer of RLUSD, or a fee wallet that cannot receive
 * it. @throws LedgerUnavailable
 */
export async function isPrevented(ports: LedgerPorts, { payer, feeWallet, platformFee }: Fee): Promise<boolean> {
  const rlusd = await ports.ledger.line(payer, ports.settings.rlusdIssuer, CURRENCY.rlusd);
  if (rlusd !== null && (await issuerObjection(ports, rlusd)) !== null) return true;
  return (await settingObjection(ports, { payer, payee: feeWallet, amount: platformFee })) !== null;
}

/** What RLUSD's issuer does to everybody: no payment is begun, and one case tells the office (`RlusdWatch`). */
const RLUSD_PREVENTED: Readonly<Record<'global-freeze' | 'transfer-fee', Objection>> = {
  'global-freeze': {
    code: 'rlusd-frozen',
    message: 'The issuer of RLUSD has frozen all transfers. No money moved. Try again later.',
  },
  // The payer would have to send more than is to arrive (XRPL, "Transfer Fees"), which no amount here allows for.
  'transfer-fee': {
    code: 'rlusd-charges',
    message: 'The issuer of RLUSD charges a fee on every transfer. No money moved. Try again later.',
  },
};

const ownDeepFreeze = (wallet: string): Objection => ({
  code: 'wallet-line-frozen',
  message: 'Your wallet has deep-frozen its own RLUSD trust line. No money moved. Clear the freeze and start again.',
  obstacles: [{ setting: 'DeepFreeze', wallet, help: 'Clear the deep freeze of your RLUSD trust line.' }],
});

const HELP_PAYEE = 'Only the recipient can change this, in the wallet app.';

export const NOT_FOR_SALE: Objection = {
  code: 'listing-hidden',
  message: 'This property is no longer for sale. No money moved.',
};
/** Reveals nothing else about somebody else's wallet. */
const PAYEE_HELD: Objection = {
  code: 'payee-suspended',
  message: 'Payments to this wallet are not possible. No money moved.',
};
/** The same for every reason: whoever repays learns nothing about the holder. */
const HOLDER_CANNOT_RECEIVE: Objection = {
  code: 'payee-cannot-receive',
  message: 'The recipient’s wallet cannot receive this payment now. No money moved. Repay to the payout escrow.',
};

/** Who is paid, for every kind of payment, and whether the ledger lets that wallet receive it. */
async function payeeObjection(ports: LedgerPorts, terms: Terms): Promise<Objection | null> {
  const { isOwed } = recipeOf(terms);
  const isPaid = (await ports.paidTo(terms.payee, isOwed ? 'owed' : 'new')) === 'wallet';
  if (!isPaid) await ports.refused(terms.payee, terms.payer, terms.amount);
  if (!isPaid && !isOwed) return issuesTokens(terms) ? SALE_PAUSED : PAYEE_HELD;
  const found = isPaid ? await settingObjection(ports, terms) : HOLDER_CANNOT_RECEIVE;
  if (!found || !isOwed) return found;
  const ours = [await ports.accounts.address('payoutEscrow'), await ports.accounts.address('feeWallet')];
  return ours.includes(terms.payee) ? found : HOLDER_CANNOT_RECEIVE;
}

async function settingObjection(
  { ledger, settings }: LedgerPorts,
  terms: Pick<Terms, 'payer' | 'payee' | 'amount'>,
): Promise<Objection | null> {
  const cannot = (why: string, setting?: string): Objection => ({
    code: 'payee-cannot-receive',
    message: `The recipient cannot receive RLUSD: ${why}`,
    ...(setting ? { obstacles: [{ setting, wallet: terms.payee, help: HELP_PAYEE }] } : {}),
  });
  const account = await ledger.account(terms.payee);
  if (!account) return cannot('the wallet is not activated on the ledger');
  if (hasFlag(account, 'depositAuth') && !(await ledger.depositAuthorized(terms.payer, terms.payee)))
    return cannot('it takes payments from approved senders only', 'DepositAuth');
  if (hasFlag(account, 'requireDestTag'))
    return cannot('it takes payments with a destination tag only', 'RequireDestTag');
  if (terms.payee === settings.rlusdIssuer) return null;
  const line = await ledger.line(terms.payee, settings.rlusdIssuer, CURRENCY.rlusd);
  if (!line) return cannot('it has no RLUSD trust line');
  const setting = receivingSetting(account, line);
  if (setting) return cannot(`its wallet is set to refuse it (${setting})`, setting);
  if (line.deepFrozen) return cannot('its RLUSD trust line is deep-frozen by the issuer');
  // A line with a regular freeze by the issuer, not a deep freeze, can still receive.
  const room = parseLedgerValue(line.limit) - parseLedgerValue(line.balance);
  if (room < terms.amount) return cannot('the payment would exceed the limit of its trust line', 'Limit');
  return null;
}

/** A setting of the payee that blocks RLUSD from other holders (rippled's `checkFreeze`). */
function receivingSetting(account: AccountFacts, line: LineFacts): string | null {
  if (hasFlag(account, 'globalFreeze')) return 'GlobalFreeze';
  if (line.holderFrozen) return 'Freeze';
  return (line.qualityIn ?? QUALITY_ONE) === QUALITY_ONE ? null : 'QualityIn';
}

/**
 * The network fee of a payer's transaction, in drops: the network's current fee, and more for a fast payment
 * (REQ-2.5.11), so that it comes first when many wait. A ledger takes the highest fees first (XRPL, "Transaction
 * Cost").
 * @param asks the network's current fee, in drops
 * @param ceiling the most that a payer is asked to pay (`MAX_NETWORK_FEE_DROPS`)
 */
export function offeredFee({ priority }: Pick<PaymentTerms, 'priority'>, asks: bigint, ceiling: bigint): bigint {
  if (priority !== 'fast' || asks >= ceiling) return asks;
  const raised = asks * PAYMENT.fastFeeFactor;
  return raised > ceiling ? ceiling : raised;
}
