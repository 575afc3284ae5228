import { BAD_CURRENCY } from '../codec/currency.js';
import type { PreclaimContext } from '../engine/ledger-view.js';
import type { ResultName } from '../engine/results.js';
import type { OfferCreateJson, Transaction } from '../engine/transaction.js';
import { fundsOf, isDeepFrozen, isGloballyFrozen } from '../payment/funds.js';
import { readAccount, existingAccount } from '../state/accounts.js';
import type { Offer, TokenAmount } from '../state/entries.js';
import { isXrp } from '../state/entries.js';
import { ACCOUNT_FLAG, hasFlag } from '../state/flags.js';
import { issueOf, sameIssue } from '../state/issue.js';
import { offerKey } from '../state/keylets.js';
import { deleteOffer } from '../state/offers.js';
import { quantityOf, signOf } from '../state/quantity.js';
import { otherSide, readLine, sideOf } from '../state/trust-lines.js';
import { OFFER_CREATE } from './offer-flags.js';
import { crossAndPlace } from './offer-place.js';
import type { ApplyContext, Transactor } from './transactor.js';

const offerOf = (tx: Transaction): OfferCreateJson => tx.json as OfferCreateJson;

/** rippled: CreateOffer::preflight. */
function preflight(tx: Transaction): ResultName {
  const { TakerPays, TakerGets, Expiration, OfferSequence, DomainID } = offerOf(tx);
  if (DomainID !== undefined) return 'temDISABLED';
  if (tx.flags & OFFER_CREATE.immediateOrCancel && tx.flags & OFFER_CREATE.fillOrKill) return 'temINVALID_FLAG';
  if (Expiration === 0) return 'temBAD_EXPIRATION';
  if (OfferSequence === 0) return 'temBAD_SEQUENCE';
  const [pays, gets] = [issueOf(TakerPays), issueOf(TakerGets)];
  if (pays.currency === undefined || gets.currency === undefined) return 'temDISABLED'; // MPT
  if (isXrp(TakerPays) && isXrp(TakerGets)) return 'temBAD_OFFER';
  if (signOf(quantityOf(TakerPays)) <= 0 || signOf(quantityOf(TakerGets)) <= 0) return 'temBAD_OFFER';
  if (sameIssue(pays, gets)) return 'temREDUNDANT';
  return pays.currency === BAD_CURRENCY || gets.currency === BAD_CURRENCY ? 'temBAD_CURRENCY' : 'tesSUCCESS';
}

/** rippled: CreateOffer::preclaim. */
function preclaim(context: PreclaimContext): ResultName {
  const { ledger, tx } = context;
  const { TakerPays, TakerGets, OfferSequence } = offerOf(tx);
  const view = ledger.state;
  if (isGloballyFrozen(view, issueOf(TakerPays)) || isGloballyFrozen(view, issueOf(TakerGets))) return 'tecFROZEN';
  if (signOf(fundsOf(view, tx.account, issueOf(TakerGets), quantityOf(TakerGets))) <= 0) return 'tecUNFUNDED_OFFER';
  if (OfferSequence !== undefined && existingAccount(view, tx.account).Sequence <= OfferSequence)
    return 'temBAD_SEQUENCE';
  if (isExpired(context)) return 'tecEXPIRED';
  return isXrp(TakerPays) ? 'tesSUCCESS' : acceptFault(context, TakerPays);
}

const isExpired = ({ ledger, tx }: Pick<PreclaimContext, 'ledger' | 'tx'>): boolean => {
  const { Expiration } = offerOf(tx);
  return Expiration !== undefined && Expiration <= ledger.parent.header.closeTime;
};

/** Whether the sender may hold what it would get (rippled: CreateOffer::checkAcceptAsset). */
function acceptFault({ ledger, tx, retry }: PreclaimContext, { currency, issuer }: TokenAmount): ResultName {
  const root = readAccount(ledger.state, issuer);
  if (!root) return retry ? 'terNO_ACCOUNT' : 'tecNO_ISSUER';
  if (issuer === tx.account) return 'tesSUCCESS';
  if (hasFlag(root, ACCOUNT_FLAG.requireAuth)) {
    const line = readLine(ledger.state, tx.account, issuer, currency);
    if (!line) return retry ? 'terNO_LINE' : 'tecNO_LINE';
    if (!hasFlag(line, otherSide(sideOf(tx.account, issuer)).flag.auth)) return retry ? 'terNO_AUTH' : 'tecNO_AUTH';
  }
  return isDeepFrozen(ledger.state, tx.account, { currency, issuer }) ? 'tecFROZEN' : 'tesSUCCESS';
}

function apply(context: ApplyContext): ResultName {
  const { OfferSequence } = offerOf(context.tx);
  if (OfferSequence !== undefined) {
    const old = context.view.read(offerKey(context.tx.account, OfferSequence)) as Offer | undefined;
    if (old) deleteOffer(context.view, old);
  }
  return crossAndPlace(context, offerOf(context.tx));
}

/** OfferCreate: takes what others offer as far as it is good enough, and offers the rest. */
export const offerCreate: Transactor = {
  flags: Object.values(OFFER_CREATE).reduce((all, flag) => all | flag, 0),
  preflight,
  preclaim,
  apply,
  consequences: (tx) => {
    const gets = offerOf(tx).TakerGets;
    return { potentialSpend: isXrp(gets) ? BigInt(gets) : 0n };
  },
};
