import type { PlatformAccountName, TokenEvent } from '@tknest/contracts/events';
import { handleCommand } from '../../event-store/decider.js';
import { WrongExpectedRevision, type AppendContext, type EventStore } from '../../event-store/event-store.js';
import { expectedOf, load } from '../../event-store/folding.js';
import { decode } from 'xrpl';
import type { Conclusion, LedgerPort } from '../ledger-port.js';
import { SEQUENCE_LIFETIME } from '../submissions/lifetime.js';
import { proposeEnding } from '../submissions/submission.rules.js';
import type { SignedBlobs } from '../submissions/submission.js';
import { Submitter } from '../submissions/submitter.js';
import { ALWAYS_OPEN, type SigningGate } from './account-gate.js';
import { beginTransactions, concludeTransaction } from './account.decider.js';
import {
  accountFold,
  accountStream,
  asSubmission,
  HISTORY_FORGOTTEN,
  type AccountState,
  type Guard,
  type OwnTransaction,
  type SignedTransaction,
  type TicketSettled,
} from './account.state.js';

export interface AccountPorts {
  store: EventStore;
  ledger: LedgerPort;
  blobs: SignedBlobs;
  sign(name: PlatformAccountName, transaction: Record<string, unknown>): Promise<{ blob: string; hash: string }>;
  context(): Promise<AppendContext>;
  /** Stands before what is signed; open where it is left out. */
  gate?: SigningGate;
}

/**
 * Transactions that take the account's sequence: set-up and TicketCreate. Those of one group go together; the next
 * group begins when each of the last is concluded, whichever instance began it.
 */
export class AccountTransactions {
  private readonly submitter: Submitter;

  constructor(
    private readonly ports: AccountPorts,
    private readonly name: PlatformAccountName,
  ) {
    this.submitter = new Submitter(ports.ledger, ports.blobs);
  }

  /**
   * Journals a row of transactions and sends them.
   * @throws LedgerUnavailable, GateShut, Fenced; Refused while others run
   */
  async begin(transactions: readonly Record<string, unknown>[]): Promise<void> {
    const { ledger, blobs, sign, gate = ALWAYS_OPEN } = this.ports;
    const fence = gate.mustBeOpen();
    const { address } = await this.state();
    const ledgerIndex = await ledger.validatedIndex();
    const account = await ledger.account(address!);
    const fee = (await ledger.fee()).toString();
    const signed: SignedTransaction[] = [];
    for (const [index, transaction] of transactions.entries()) {
      const sequence = account!.sequence + index;
      const lastLedgerSequence = ledgerIndex + SEQUENCE_LIFETIME;
      const common = { Account: address, Fee: fee, Sequence: sequence, LastLedgerSequence: lastLedgerSequence };
      const { blob, hash } = await sign(this.name, { ...transaction, ...common });
      const blobItem = await blobs.keep(accountStream(this.name), blob);
      signed.push({ what: String(transaction.TransactionType), hash, sequence, lastLedgerSequence, blobItem });
    }
    const journaled = (state: AccountState) => {
      // It may have been shut while these were signed.
      gate.mustBeOpen();
      return beginTransactions(this.name, ledgerIndex, signed, state);
    };
    await this.change(journaled, fence);
    for (const transaction of (await this.state()).open) await this.submitter.send(transaction);
  }

  /**
   * Finds out what became of all that is under way; what is not on a ledger yet is sent again.
   * @returns true where nothing is under way any more
   */
  async settle(): Promise<boolean> {
    const { open, unconcluded } = await this.state();
    let settled = true;
    for (const transaction of open) settled = (await this.conclude(transaction, true)) && settled;
    // An older program's: it may still come while its time lasts. Afterwards, what cannot be proved is left alone.
    const index = await this.ports.ledger.validatedIndex();
    for (const one of unconcluded)
      settled = (await this.conclude(asSubmission(one), false)) || index > one.lastLedgerSequence ? settled : false;
    return settled;
  }

  private async conclude(transaction: OwnTransaction, mayBeSent: boolean): Promise<boolean> {
    const { address } = await this.state();
    const fate = await this.submitter.fate(address!, transaction);
    const conclusion = fate.kind === 'unknown' && mayBeSent ? await this.withoutHistory(address!, transaction) : fate;
    const ending = proposeEnding(conclusion);
    if (ending.propose === 'send-again' && mayBeSent) await this.submitter.send(transaction);
    if (ending.propose === 'send-again' || ending.propose === 'wait') return false;
    const count = conclusion.kind === 'validated' ? Number(conclusion.transaction.TicketCount ?? 0) : 0;
    const isForgotten = fate.kind === 'unknown' && ending.propose === 'absent';
    const ended = isForgotten ? ({ propose: 'absent', reason: HISTORY_FORGOTTEN } as const) : ending;
    await this.change((state) => concludeTransaction(this.name, transaction.hash!, ended, count || null, state));
    return true;
  }

  /**
   * What the account shows of a transaction whose ledgers no node holds any more: its tickets stand there, made by
   * nothing else; or something has used its sequence, and the next round looks for what is still missing. Without this
   * a node that forgot leaves the account under way for good.
   */
  private async withoutHistory(address: string, transaction: OwnTransaction): Promise<Conclusion> {
    const { ledger, blobs } = this.ports;
    const [account, index] = [await ledger.account(address), await ledger.validatedIndex()];
    const seenAt = account?.ledgerIndex ?? 0;
    if (!account || Math.min(seenAt, index) <= transaction.lastLedgerSequence) return { kind: 'unknown' };
    if (account.sequence <= transaction.sequence) return { kind: 'unknown' };
    const signed = decode(await blobs.open(transaction.blobItem!)) as Record<string, unknown>;
    const first = await ledger.holdsTicket(address, transaction.sequence + 1);
    if (signed.TransactionType !== 'TicketCreate' || !first.held) return { kind: 'absent', reason: 'sequence-used' };
    const { ledgerIndex } = first;
    return { kind: 'validated', result: 'tesSUCCESS', ledgerIndex, delivered: null, transaction: signed };
  }

  /**
   * Settles a ticket if it is still assigned as it was, and its owner's stream stands where it was read.
   * @returns false where either moved: it is looked at again at the next turn
   */
  async settleTicket(event: TicketSettled, owner: Guard): Promise<boolean> {
    const { state, ...loaded } = await load(this.ports.store, accountFold(this.name));
    if (state.assigned.get(event.data.purpose) !== event.data.ticket) return false;
    const write = { stream: loaded.stream, expected: expectedOf(loaded), events: [event] };
    try {
      await this.ports.store.appendMany([write, { ...owner, events: [] }], await this.ports.context());
      return true;
    } catch (error) {
      if (error instanceof WrongExpectedRevision) return false;
      throw error;
    }
  }

  async state(): Promise<AccountState> {
    return (await load(this.ports.store, accountFold(this.name))).state;
  }

  async change(decide: (state: AccountState) => TokenEvent[], fence?: string): Promise<AccountState> {
    const context = { ...(await this.ports.context()), fence };
    return (await handleCommand(this.ports.store, accountFold(this.name), decide, context)).state;
  }
}
