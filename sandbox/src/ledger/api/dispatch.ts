import { accountCurrencies } from './commands/account-currencies.js';
import { accountInfo } from './commands/account-info.js';
import { accountLines } from './commands/account-lines.js';
import { accountObjects } from './commands/account-objects.js';
import { accountOffers } from './commands/account-offers.js';
import { accountTx } from './commands/account-tx.js';
import { bookOffers } from './commands/book-offers.js';
import { depositAuthorized } from './commands/deposit-authorized.js';
import { feature } from './commands/feature.js';
import { fee } from './commands/fee.js';
import { gatewayBalances } from './commands/gateway-balances.js';
import { ledgerData } from './commands/ledger-data.js';
import { ledgerEntry } from './commands/ledger-entry.js';
import { ledgerHeader } from './commands/ledger-header.js';
import { ledger, ledgerAccept, ledgerClosed, ledgerCurrent } from './commands/ledger.js';
import { noRippleCheck } from './commands/noripple-check.js';
import { ping, random } from './commands/utility.js';
import { ripplePathFind } from './commands/ripple-path-find.js';
import { serverInfo, serverState, manifest, serverDefinitions, version } from './commands/server-info.js';
import { simulate } from './commands/simulate.js';
import { submitMultisigned } from './commands/submit-multisigned.js';
import { submit } from './commands/submit.js';
import { subscribe, unsubscribe } from './commands/subscribe.js';
import { tx, transactionEntry, txHistory } from './commands/tx.js';
import { ApiError } from './errors.js';
import type { Answer, Command, Params, RequestContext } from './request.js';

const COMMANDS: Readonly<Record<string, Command>> = {
  account_currencies: accountCurrencies,
  account_info: accountInfo,
  account_lines: accountLines,
  account_objects: accountObjects,
  account_offers: accountOffers,
  account_tx: accountTx,
  book_offers: bookOffers,
  deposit_authorized: depositAuthorized,
  feature,
  fee,
  gateway_balances: gatewayBalances,
  ledger,
  ledger_accept: ledgerAccept,
  ledger_closed: ledgerClosed,
  ledger_current: ledgerCurrent,
  ledger_data: ledgerData,
  ledger_entry: ledgerEntry,
  ledger_header: ledgerHeader,
  manifest,
  noripple_check: noRippleCheck,
  ping,
  random,
  ripple_path_find: ripplePathFind,
  server_definitions: serverDefinitions,
  server_info: serverInfo,
  server_state: serverState,
  simulate,
  submit,
  submit_multisigned: submitMultisigned,
  subscribe,
  transaction_entry: transactionEntry,
  tx,
  tx_history: txHistory,
  unsubscribe,
  version,
};

/** The outcome of a request: a result, or the fields of an error. */
export type Outcome = { readonly result: Answer } | { readonly error: Params };

/** Answers one request; `command` was checked to be text. */
export async function dispatch(command: string, context: Omit<RequestContext, 'apiVersion'>): Promise<Outcome> {
  const version = context.params['api_version'] ?? 1;
  if (version !== 1 && version !== 2) return { error: { error: 'invalid_API_version' } };
  try {
    const handler = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
    if (!handler) throw new ApiError('unknownCmd');
    return { result: await handler({ ...context, apiVersion: version }) };
  } catch (error) {
    if (error instanceof ApiError) return { error: error.body };
    return { error: new ApiError('internal', undefined, { error_exception: (error as Error).message }).body };
  }
}
