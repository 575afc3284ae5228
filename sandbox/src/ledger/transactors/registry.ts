import type { Transaction } from '../engine/transaction.js';
import { accountSet } from './account-set.js';
import { clawback } from './clawback.js';
import { depositPreauth } from './deposit-preauth.js';
import { payment } from './payment.js';
import { setRegularKey } from './set-regular-key.js';
import { signerListSet } from './signer-list-set.js';
import { ticketCreate } from './ticket-create.js';
import type { Transactor } from './transactor.js';
import { trustSet } from './trust-set.js';

/** The transaction types of this ledger; all others answer temDISABLED, as behind an amendment that is off. */
const TRANSACTORS: Readonly<Record<string, Transactor>> = {
  AccountSet: accountSet,
  Clawback: clawback,
  DepositPreauth: depositPreauth,
  Payment: payment,
  SetRegularKey: setRegularKey,
  SignerListSet: signerListSet,
  TicketCreate: ticketCreate,
  TrustSet: trustSet,
};

export const transactorFor = (tx: Transaction): Transactor | undefined => TRANSACTORS[tx.json.TransactionType];
