import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { CaseKind, PlatformAccountName } from '@tknest/contracts/events';
import { Gauge } from 'prom-client';
import { handleCommand } from '../../../platform/event-store/decider.js';
import { EVENT_STORE, type EventStore } from '../../../platform/event-store/event-store.js';
import { load } from '../../../platform/event-store/folding.js';
import type { AccountGate } from '../../../platform/ledger/accounts/account-gate.js';
import { settleUnknown, type UnknownUse } from '../../../platform/ledger/accounts/account.decider.js';
import { isAdoptable, useOf } from '../../../platform/ledger/accounts/adoption.js';
import { LedgerUnavailable, type LedgerTransaction } from '../../../platform/ledger/ledger-port.js';
import { XrplConnection } from '../../../platform/ledger/xrpl-connection.js';
import { Causation } from '../../../platform/sessions/causation.js';
import { beforeScrape, metrics } from '../../../platform/telemetry/metrics.js';
import { caseFold, caseIdOf, openCase, type CaseState, type OpenCase } from '../../cases/case.public.js';
import { runStream } from '../../payouts/payout.public.js';
import { ACCOUNT_NAMES, PlatformAccounts } from './platform-accounts.js';

const shutGates = new Gauge({
  name: 'account_gate_shut',
  help: '1 where an account of the platform signs nothing until the log is proved to know all its transactions',
  labelNames: ['account'] as const,
  registers: [metrics],
});

/**
 * Looks with every ledger whether the gates of the platform's accounts can open. What the ledger shows and the log does
 * not know is taken over where it moves nothing; everything else is a case that an admin answers.
 */
@Injectable()
export class GateKeeper implements OnApplicationBootstrap {
  private readonly log = new Logger('Gate');
  private looking = false;

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly accounts: PlatformAccounts,
    private readonly causation: Causation,
    private readonly connection: XrplConnection,
  ) {}

  onApplicationBootstrap(): void {
    this.connection.on('ledger', () => void this.look());
    beforeScrape.add(async () => {
      for (const name of ACCOUNT_NAMES) shutGates.set({ account: name }, this.accounts.gate(name).open ? 0 : 1);
    });
  }

  /** One look at each gate that is shut; one round at a time. */
  async look(): Promise<void> {
    if (this.looking) return;
    this.looking = true;
    try {
      for (const name of ACCOUNT_NAMES) await this.lookAt(name, this.accounts.gate(name));
    } finally {
      this.looking = false;
    }
  }

  private async lookAt(name: PlatformAccountName, gate: AccountGate): Promise<void> {
    if (gate.open) return;
    try {
      if (await gate.look())
        return void this.log.log(`The gate of ${name} is open: the log knows all its transactions`);
      await this.settle(name, gate);
    } catch (error) {
      if (!(error instanceof LedgerUnavailable))
        this.log.error({ err: error }, `The gate of ${name} could not be looked at`);
    }
  }

  private async settle(name: PlatformAccountName, { unknown }: AccountGate): Promise<void> {
    const found: [UnknownUse, OpenCase | null][] = [];
    for (const one of unknown.transactions) {
      const isAsked = !isAdoptable(one) || (await this.isForgottenOrder(one));
      found.push([useOf(one), isAsked ? unknownCase(name, one) : null]);
    }
    for (const ticket of unknown.tickets) found.push([{ ...GONE, ticket }, goneCase(name, 'ticket', ticket)]);
    const { sequence } = unknown;
    if (sequence !== null) found.push([{ ...GONE, sequence }, goneCase(name, 'sequence', sequence)]);
    let waits = false;
    for (const [use, asked] of found.sort(inOrder)) {
      // A later sequence would cover the one that somebody has yet to answer, or whose tickets are not known yet.
      if (waits && use.sequence !== null) continue;
      if (asked && !(await this.answered(asked))) {
        waits ||= use.sequence !== null;
        continue;
      }
      const how = asked ? ('acknowledged' as const) : ('adopted' as const);
      await this.accounts.transactions(name).change((state) => settleUnknown(name, use, how, state));
      this.log.warn(
        `A transaction of ${name} that the log did not know was ${how}: ${use.hash ?? JSON.stringify(use)}`,
      );
    }
  }

  /** It carried out a person's order that the log has forgotten: the order comes again under another id, if at all. */
  private async isForgottenOrder(one: LedgerTransaction): Promise<boolean> {
    const [, runId] = ORDERED.exec(useOf(one).subject ?? '') ?? [];
    if (!runId) return false;
    for await (const _ of this.store.read(runStream(runId), { limit: 1 })) return false;
    return true;
  }

  /** Opens the case, once. @returns whether a person has answered that the transaction was made outside */
  private async answered(about: OpenCase): Promise<boolean> {
    const on = caseFold(caseIdOf(about));
    const { state } = await load(this.store, on);
    if (isAnswer(state)) return true;
    if (state.status !== 'open')
      await handleCommand(this.store, on, (now) => openCase(about, now), await this.causation.contextOf({}));
    return false;
  }
}

/** By their sequences; those on tickets afterwards, in any order. */
const inOrder = ([a]: [UnknownUse, unknown], [b]: [UnknownUse, unknown]): number =>
  (a.sequence ?? Number.MAX_SAFE_INTEGER) - (b.sequence ?? Number.MAX_SAFE_INTEGER);

/** What a payout run that a person's call made says it is for; the ids of all others follow from the log. */
const ORDERED = /^payout\/((?:withdrawal|hand)-[^/]+)\//;

/** Resolved as corrected the case says that it was mended elsewhere: then the ledger and the log have to show it. */
const isAnswer = ({ status, resolution }: CaseState): boolean => status === 'resolved' && resolution !== 'corrected';

const GONE: UnknownUse = {
  what: 'unknown',
  hash: null,
  ticket: null,
  sequence: null,
  tickets: [],
  result: null,
  ledgerIndex: null,
};

/** The same case as reconciliation opens for it: one transaction, one case. */
function unknownCase(name: PlatformAccountName, { hash, tx, ledgerIndex, delivered }: LedgerTransaction): OpenCase {
  const kind: CaseKind = tx.TransactionType === 'Payment' ? 'unknown-ledger-payment' : 'unknown-ledger-transaction';
  const summary =
    `The platform's ${name} made a ${tx.TransactionType} that the log does not know. ` +
    'It signs nothing until this is answered.';
  const details = { ledgerIndex, type: tx.TransactionType, destination: tx.Destination ?? null, delivered };
  return { kind, subject: hash, txHash: hash, wallet: tx.Account, summary, details };
}

function goneCase(name: PlatformAccountName, what: 'ticket' | 'sequence', number: number): OpenCase {
  const summary =
    `${what === 'ticket' ? 'Ticket' : 'Sequence'} ${number} of the platform's ${name} was used, and no node of XRPL_URL ` +
    'has the ledger that tells by what. It signs nothing until this is answered.';
  return {
    kind: 'unknown-ledger-transaction',
    subject: `${name}-${what}-${number}`,
    summary,
    details: { [what]: number },
  };
}
