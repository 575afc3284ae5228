import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { PLATFORM_ACCOUNT_NAMES, type CaseKind, type PlatformAccountName } from '@tknest/contracts/events';
import { Gauge } from 'prom-client';
import { CONFIG, type Config } from '#platform/config/config.js';
import { isConnectionLoss } from '#platform/database/connection-loss.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import type { AccountGate } from '#platform/ledger/accounts/account-gate.js';
import { settleUnknown, type UnknownUse } from '#platform/ledger/accounts/account.decider.js';
import { isAdoptable, useOf } from '#platform/ledger/accounts/adoption.js';
import { LedgerUnavailable, type LedgerTransaction } from '#platform/ledger/ledger-port.js';
import { XrplConnection } from '#platform/ledger/xrpl-connection.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { beforeScrape, metrics } from '#platform/telemetry/metrics.js';
import { caseFold, caseIdOf, isAccepted, openCase, type OpenCase } from '#features/operations-cases/rules.public.js';
import { issuanceFold } from '#features/issuance/rules.public.js';
import { isOrderedByPerson, runStream } from '#features/payouts/rules.public.js';
import { PlatformAccounts } from './platform-accounts.js';

const shutGates = new Gauge({
  name: 'account_gate_shut',
  help: '1 while a platform account signs nothing until the event log is proved to contain all its transactions',
  labelNames: ['account'] as const,
  registers: [metrics],
});

/**
 * Checks with every ledger whether the signing gates of the platform's accounts can open or must be shut. Transactions
 * that the ledger shows and the log does not know are adopted if they move nothing; all others become cases for an
 * admin.
 */
@Injectable()
export class GateKeeper implements OnApplicationBootstrap {
  private readonly log = new Logger('Gate');
  private looking = false;

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly accounts: PlatformAccounts,
    private readonly recorder: Recorder,
    private readonly connection: XrplConnection,
    @Inject(CONFIG) private readonly config: Pick<Config, 'role'>,
  ) {}

  onApplicationBootstrap(): void {
    this.connection.on('ledger', () => void this.look());
    beforeScrape.add(async () => {
      for (const name of PLATFORM_ACCOUNT_NAMES)
        shutGates.set({ account: name }, this.accounts.gate(name).open ? 0 : 1);
    });
  }

  /** Checks each gate once; one round at a time. */
  async look(): Promise<void> {
    if (this.looking) return;
    this.looking = true;
    try {
      for (const name of PLATFORM_ACCOUNT_NAMES) await this.lookAt(name, this.accounts.gate(name));
    } finally {
      this.looking = false;
    }
  }

  private async lookAt(name: PlatformAccountName, gate: AccountGate): Promise<void> {
    const wasOpen = gate.open;
    try {
      if (await gate.look()) {
        if (!wasOpen) this.log.log(`The gate of ${name} is open: the log contains all its transactions`);
        return;
      }
      if (wasOpen) this.log.warn(`The gate of ${name} is shut: ${gate.reason}`);
      // Only processes that sign adopt what the ledger shows.
      if (this.config.role !== 'web') await this.settle(name, gate);
    } catch (error) {
      if (!(error instanceof LedgerUnavailable) && !isConnectionLoss(error))
        this.log.error({ err: error }, `The gate of ${name} could not be checked`);
    }
  }

  private async settle(name: PlatformAccountName, { unknown }: AccountGate): Promise<void> {
    const found: [UnknownUse, OpenCase | null][] = [];
    for (const one of unknown.transactions) {
      const isAsked = !isAdoptable(one) || (await this.isForgottenOrder(one));
      found.push([useOf(one), isAsked ? unknownCase(name, one) : null]);
      // It is adopted without an answer.
      const notice = await this.forgottenIssuance(one);
      if (notice) await this.answered(notice);
    }
    for (const ticket of unknown.tickets) found.push([{ ...GONE, ticket }, goneCase(name, 'ticket', [ticket, ticket])]);
    if (unknown.sequences) {
      const [from, until] = unknown.sequences;
      const use = { ...GONE, sequence: until - 1, tickets: [...unknown.made] };
      found.push([use, goneCase(name, 'sequence', [from, until - 1])]);
    }
    let waits = false;
    for (const [use, asked] of found.sort(inOrder)) {
      // Settling a later sequence would also cover an earlier one that waits for an answer, or whose tickets are not
      // known yet.
      if (waits && use.sequence !== null) continue;
      if (asked && !(await this.answered(asked))) {
        waits ||= use.sequence !== null;
        continue;
      }
      const how = asked ? ('acknowledged' as const) : ('adopted' as const);
      await this.accounts.record(name).change((state) => settleUnknown(name, use, how, state));
      this.log.warn(`A transaction of ${name} that was not in the log was ${how}: ${use.hash ?? JSON.stringify(use)}`);
    }
  }

  /** Whether it carried out a person's order that the log lost. If that person orders again, it is under another id. */
  private async isForgottenOrder(one: LedgerTransaction): Promise<boolean> {
    const [, runId] = PAID.exec(useOf(one).subject ?? '') ?? [];
    if (!runId || !isOrderedByPerson(runId)) return false;
    for await (const _ of this.store.read(runStream(runId), { limit: 1 })) return false;
    return true;
  }

  /**
   * The case about tokens issued manually or by a list, by an order that the log lost: the person who ordered them must
   * know.
   */
  private async forgottenIssuance(one: LedgerTransaction): Promise<OpenCase | null> {
    const [, issuanceId] = ISSUED.exec(useOf(one).subject ?? '') ?? [];
    // Automation names its payment, and issues the same order again.
    if (!issuanceId || purchaseNamedBy(one.tx)) return null;
    for await (const _ of this.store.read(issuanceFold(issuanceId).stream, { limit: 1 })) return null;
    const { hash, tx, ledgerIndex } = one;
    const summary =
      'Tokens were issued manually or by a list, and the restored event log does not contain the order. They stay issued, and the ' +
      'issuer continues. Do not order them again.';
    const details = { ledgerIndex, destination: tx.Destination ?? null, amount: tx.Amount ?? tx.DeliverMax ?? null };
    return { kind: 'unknown-ledger-payment', subject: hash, txHash: hash, wallet: tx.Destination, summary, details };
  }

  /** Opens the case, once. @returns whether a person has answered that the transaction was made outside */
  private async answered(about: OpenCase): Promise<boolean> {
    const on = caseFold(caseIdOf(about));
    const { state } = await load(this.store, on);
    // "Corrected" says that it was fixed elsewhere; then the ledger and the log must show that.
    if (isAccepted(state)) return true;
    if (state.status !== 'open') await this.recorder.decide(on, (now) => openCase(about, now));
    return false;
  }
}

/** By sequence; those on tickets afterwards, in any order. */
const inOrder = ([a]: [UnknownUse, unknown], [b]: [UnknownUse, unknown]): number =>
  (a.sequence ?? Number.MAX_SAFE_INTEGER) - (b.sequence ?? Number.MAX_SAFE_INTEGER);

const PAID = /^payout\/([^/]+)\//;

const ISSUED = /^issuance\/([^/]+)\/issue$/;

/** The payment that an issuance names in its first memo. */
const purchaseNamedBy = ({ Memos: [first] = [] as any[] }: Record<string, any>): string | null =>
  (JSON.parse(Buffer.from(first?.Memo.MemoData ?? '', 'hex').toString('utf8') || '{}') as { purchase?: string })
    .purchase ?? null;

const GONE: UnknownUse = {
  what: 'unknown',
  hash: null,
  ticket: null,
  sequence: null,
  tickets: [],
  result: null,
  ledgerIndex: null,
};

/** The same case as reconciliation opens: one per transaction. */
function unknownCase(name: PlatformAccountName, { hash, tx, ledgerIndex, delivered }: LedgerTransaction): OpenCase {
  const kind: CaseKind = tx.TransactionType === 'Payment' ? 'unknown-ledger-payment' : 'unknown-ledger-transaction';
  const summary =
    `The platform's ${name} made a ${tx.TransactionType} that is not in the event log. ` +
    'The account signs nothing until this case is resolved.';
  const details = { ledgerIndex, type: tx.TransactionType, destination: tx.Destination ?? null, delivered };
  return { kind, subject: hash, txHash: hash, wallet: tx.Account, summary, details };
}

/** One case for all sequence numbers that one TicketCreate used. */
function goneCase(name: PlatformAccountName, what: 'ticket' | 'sequence', [first, last]: [number, number]): OpenCase {
  const numbers = first === last ? `${WHAT[what]} ${first}` : `${WHAT[what]}s ${first} to ${last}`;
  const summary =
    `${numbers} of the platform's ${name} ${first === last ? 'was' : 'were'} used, and no node of XRPL_URL ` +
    'has the ledger that shows what used them. The account signs nothing until this case is resolved.';
  const details = { [what]: first, ...(first === last ? {} : { last }) };
  return { kind: 'unknown-ledger-transaction', subject: `${name}-${what}-${first}`, summary, details };
}
const WHAT = { ticket: 'Ticket', sequence: 'Sequence' };
