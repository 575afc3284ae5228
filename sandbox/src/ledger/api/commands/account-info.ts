import { readAccount } from '../../state/accounts.js';
import type { AccountRoot } from '../../state/entries.js';
import { ACCOUNT_FLAG, hasFlag } from '../../state/flags.js';
import { signerListKey } from '../../state/keylets.js';
import { ApiError } from '../errors.js';
import { chooseLedger, type LedgerChoice } from '../ledger-choice.js';
import { addressParam, isTrue } from '../params.js';
import type { Answer, Command, RequestContext } from '../request.js';

/** Names of the flags in `account_flags`. */
const FLAG_NAMES: Readonly<Record<string, number>> = {
  allowTrustLineClawback: ACCOUNT_FLAG.allowTrustLineClawback,
  allowTrustLineLocking: ACCOUNT_FLAG.allowTrustLineLocking,
  defaultRipple: ACCOUNT_FLAG.defaultRipple,
  depositAuth: ACCOUNT_FLAG.depositAuth,
  disableMasterKey: ACCOUNT_FLAG.disableMaster,
  disallowIncomingCheck: ACCOUNT_FLAG.disallowIncomingCheck,
  disallowIncomingNFTokenOffer: ACCOUNT_FLAG.disallowIncomingNFTokenOffer,
  disallowIncomingPayChan: ACCOUNT_FLAG.disallowIncomingPayChan,
  disallowIncomingTrustline: ACCOUNT_FLAG.disallowIncomingTrustline,
  disallowIncomingXRP: ACCOUNT_FLAG.disallowXRP,
  globalFreeze: ACCOUNT_FLAG.globalFreeze,
  noFreeze: ACCOUNT_FLAG.noFreeze,
  passwordSpent: ACCOUNT_FLAG.passwordSpent,
  requireAuthorization: ACCOUNT_FLAG.requireAuth,
  requireDestinationTag: ACCOUNT_FLAG.requireDestTag,
};

/** account_info: one account's root entry, its settings, and on request its signer list and its queued transactions. */
export const accountInfo: Command = (context) => {
  const { node, params, apiVersion } = context;
  const name = params['account'] === undefined && params['ident'] !== undefined ? 'ident' : 'account';
  if (params[name] === undefined || typeof params[name] !== 'string') addressParam(params, name);
  const ledger = chooseLedger(node, params);
  const address = addressParam(params, name, ledger.fields);
  const root = readAccount(ledger.view, address);
  if (!root) throw new ApiError('actNotFound', undefined, { account: address, ...ledger.fields });
  if (apiVersion === 2 && params['signer_lists'] !== undefined && typeof params['signer_lists'] !== 'boolean')
    throw new ApiError('invalidParams', undefined, ledger.fields);
  const lists = isTrue(params['signer_lists']) ? signerLists(ledger, address) : {};
  return {
    account_data: { ...root, ...(apiVersion === 1 && lists) },
    account_flags: Object.fromEntries(Object.entries(FLAG_NAMES).map(([flag, bit]) => [flag, hasFlag(root, bit)])),
    ...(apiVersion === 2 && lists),
    ...queueData(context, ledger, root),
    ...ledger.fields,
  };
};

function signerLists({ view }: LedgerChoice, address: string): Answer {
  const list = view.read(signerListKey(address));
  return { signer_lists: list ? [list] : [] };
}

/** rippled answers `queue` for the open ledger only. */
function queueData({ node, params }: RequestContext, ledger: LedgerChoice, root: AccountRoot): Answer {
  if (!isTrue(params['queue'])) return {};
  if (ledger.closed) throw new ApiError('invalidParams', undefined, ledger.fields);
  const waiting = node.queue.of(root.Account)?.transactions ?? [];
  if (waiting.length === 0) return { queue_data: { txn_count: 0 } };
  const [sequences, tickets] = [false, true].map((ticket) =>
    waiting.filter(({ tx }) => tx.sequence.ticket === ticket).map(({ tx }) => tx.sequence.value),
  ) as [number[], number[]];
  const total = waiting.reduce((sum, { tx, consequences }) => sum + tx.fee + consequences.potentialSpend, 0n);
  return {
    queue_data: {
      txn_count: waiting.length,
      ...(sequences.length > 0 && {
        sequence_count: sequences.length,
        lowest_sequence: sequences[0],
        highest_sequence: sequences.at(-1),
      }),
      ...(tickets.length > 0 && {
        ticket_count: tickets.length,
        lowest_ticket: tickets[0],
        highest_ticket: tickets.at(-1),
      }),
      auth_change_queued: waiting.some(({ consequences }) => consequences.blocker),
      max_spend_drops_total: total.toString(),
      transactions: waiting.map(({ tx, level, consequences }) => ({
        auth_change: consequences.blocker,
        fee: tx.fee.toString(),
        fee_level: level.toString(),
        max_spend_drops: (tx.fee + consequences.potentialSpend).toString(),
        [tx.sequence.ticket ? 'ticket' : 'seq']: tx.sequence.value,
        ...(tx.lastLedger !== undefined && { LastLedgerSequence: tx.lastLedger }),
      })),
    },
  };
}
