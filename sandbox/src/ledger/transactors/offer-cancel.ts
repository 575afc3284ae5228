import type { PreclaimContext } from '../engine/ledger-view.js';
import type { ResultName } from '../engine/results.js';
import type { Transaction } from '../engine/transaction.js';
import { existingAccount } from '../state/accounts.js';
import { offerKey } from '../state/keylets.js';
import { deleteOffers } from '../state/offers.js';
import type { ApplyContext, Transactor } from './transactor.js';

const sequenceOf = (tx: Transaction): number => tx.json['OfferSequence'] as number;

function preflight(tx: Transaction): ResultName {
  return sequenceOf(tx) === 0 ? 'temBAD_SEQUENCE' : 'tesSUCCESS';
}

function preclaim({ ledger, tx }: PreclaimContext): ResultName {
  return existingAccount(ledger.state, tx.account).Sequence <= sequenceOf(tx) ? 'temBAD_SEQUENCE' : 'tesSUCCESS';
}

function apply({ view, tx }: ApplyContext): ResultName {
  deleteOffers(view, [offerKey(tx.account, sequenceOf(tx))]);
  return 'tesSUCCESS';
}

/** OfferCancel: takes an offer back; that it is gone already is no fault (rippled: CancelOffer.cpp). */
export const offerCancel: Transactor = { flags: 0, preflight, preclaim, apply };
