import type { PreclaimContext } from '../engine/ledger-view.js';
import type { ResultName } from '../engine/results.js';
import type { Transaction } from '../engine/transaction.js';
import { deleteCheck, isCheckExpired, readCheck } from '../state/checks.js';
import type { ApplyContext, Transactor } from './transactor.js';

const checkId = (tx: Transaction): string => tx.json['CheckID'] as string;

function preclaim({ ledger, tx }: PreclaimContext): ResultName {
  const check = readCheck(ledger.state, checkId(tx));
  if (!check) return 'tecNO_ENTRY';
  const isParty = tx.account === check.Account || tx.account === check.Destination;
  return isParty || isCheckExpired(check, ledger.parent.header.closeTime) ? 'tesSUCCESS' : 'tecNO_PERMISSION';
}

function apply({ view, tx }: ApplyContext): ResultName {
  deleteCheck(view, readCheck(view, checkId(tx))!);
  return 'tesSUCCESS';
}

/** CheckCancel: by either side, and by anybody once the check has expired (rippled: CancelCheck.cpp). */
export const checkCancel: Transactor = { flags: 0, preclaim, apply };
