import type { Transaction } from '../engine/transaction.js';
import { accountDelete } from './account-delete.js';
import { accountSet } from './account-set.js';
import { checkCancel } from './check-cancel.js';
import { checkCash } from './check-cash.js';
import { checkCreate } from './check-create.js';
import { clawback } from './clawback.js';
import { depositPreauth } from './deposit-preauth.js';
import { offerCancel } from './offer-cancel.js';
import { offerCreate } from './offer-create.js';
import { payment } from './payment.js';
import { setRegularKey } from './set-regular-key.js';
import { signerListSet } from './signer-list-set.js';
import { ticketCreate } from './ticket-create.js';
import type { Transactor } from './transactor.js';
import { trustSet } from './trust-set.js';

/** The transaction types of this ledger; all others answer temDISABLED, as behind an amendment that is off. */
const TRANSACTORS: Readonly<Record<string, Transactor>> = {
  AccountDelete: accountDelete,
  AccountSet: accountSet,
  CheckCancel: checkCancel,
  CheckCash: checkCash,
  CheckCreate: checkCreate,
  Clawback: clawback,
  DepositPreauth: depositPreauth,
  OfferCancel: offerCancel,
  OfferCreate: offerCreate,
  Payment: payment,
  SetRegularKey: setRegularKey,
  SignerListSet: signerListSet,
  TicketCreate: ticketCreate,
  TrustSet: trustSet,
};

export const transactorFor = (tx: Transaction): Transactor | undefined => TRANSACTORS[tx.json.TransactionType];
