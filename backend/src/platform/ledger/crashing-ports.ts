/** The program's ports: with crash points in the sandbox, unchanged everywhere else. */
import { decode } from 'xrpl';
import type { EventStore, NewEvent } from '../event-store/event-store.js';
import type { LedgerPort } from './ledger-port.js';
import type { SignedBlobs } from './submissions/submission.js';
import type { WalletAppPort } from '../wallet-app/wallet-app-port.js';
import { crashing } from '../telemetry/crash-points.js';

/** A commit's crash points are the types of its events, and `type.leg` for events of a payment's leg. */
const aboutOf = (events: readonly NewEvent[]): string[] =>
  events.flatMap(({ type, data }) => ('leg' in data ? [type, `${type}.${String(data.leg)}`] : [type]));

export const crashingStore = <Store extends EventStore>(store: Store, isOn: boolean): Store =>
  crashing<EventStore>(store, isOn, {
    append: { call: 'append', subjects: ([, , events]) => aboutOf(events) },
    appendMany: { call: 'append', subjects: ([writes]) => writes.flatMap(({ events }) => aboutOf(events)) },
  }) as Store;

/** Named after the kind of transaction, such as `Payment`. */
export const crashingLedger = <Ledger extends LedgerPort>(ledger: Ledger, isOn: boolean): Ledger =>
  crashing<LedgerPort>(ledger, isOn, {
    submit: { call: 'submit', subjects: ([blob]) => [String(decode(blob).TransactionType)] },
  }) as Ledger;

/** A request is named after its transaction's kind, an outcome after its state. */
export const crashingWalletApp = <App extends WalletAppPort>(walletApp: App, isOn: boolean): App =>
  crashing<WalletAppPort>(walletApp, isOn, {
    request: { call: 'request', subjects: ([{ transaction }]) => [String(transaction.TransactionType)] },
    outcome: { call: 'outcome', subjects: (_, outcome) => (outcome ? [outcome.state] : []) },
  }) as App;

/** Named after the category of the stream that names the blob, such as `payment`. */
export const crashingBlobs = <Blobs extends SignedBlobs>(blobs: Blobs, isOn: boolean): Blobs =>
  crashing<SignedBlobs>(blobs, isOn, {
    keep: { call: 'keep', subjects: ([owner]) => [owner.replace(/-.*/s, '')] },
  }) as Blobs;
