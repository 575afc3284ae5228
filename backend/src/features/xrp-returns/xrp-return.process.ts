import { Inject, Injectable } from '@nestjs/common';
import { isPlatformAccountName, type CaseOpened, type XrpReturnOrdered } from '@tknest/contracts/events';
import { xrpToDrops } from 'xrpl';
import { EVENT_STORE, type EventStore, type RecordedEvent } from '#platform/event-store/event-store.js';
import { LEDGER, LedgerUnavailable, type LedgerPort } from '#platform/ledger/ledger-port.js';
import { senderOf } from '#platform/ledger/sender.js';
import type { ProcessContext, ProcessManager } from '#platform/processes/process-manager.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { ANSWERS, answerOf, caseIdOf, caseStream } from '#features/operations-cases/rules.public.js';
import { PlatformAccounts } from '#features/platform-accounts/module.public.js';
import { xrpArrived } from '#features/reconciliation/rules.public.js';
import { orderReturn, returnFold, returnIdOf } from './xrp-return.decider.js';

const CASES = caseIdOf({ kind: 'xrp-arrived', subject: '' });
const NOBODY: ReadonlySet<string> = new Set();

/**
 * Orders the way back of XRP once two people have answered its case so. A web process can write a case, so amount,
 * sender and tag are those that the ledger shows.
 */
@Injectable()
export class XrpReturnProcess implements ProcessManager {
  readonly name = 'xrp-returns';
  readonly events = [...ANSWERS];

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(LEDGER) private readonly ledger: Pick<LedgerPort, 'history' | 'holds'>,
    @Inject(PlatformAccounts) private readonly accounts: Pick<PlatformAccounts, 'address'>,
    private readonly recorder: Recorder,
  ) {}

  lane(event: RecordedEvent): string {
    return event.data.caseId;
  }

  async handle(event: RecordedEvent, context: ProcessContext): Promise<void> {
    const { caseId, resolution } = answerOf(event) ?? {};
    if (!caseId?.startsWith(CASES) || resolution !== 'refunded') return;
    const order = await this.orderFor(caseId);
    if (!order) return;
    await this.recorder.decide(returnFold(order.returnId), (state) => orderReturn(order, state), {
      commandId: context.commandId(0),
    });
  }

  /** Null if the ledger shows no such arrival. @throws LedgerUnavailable */
  private async orderFor(caseId: string): Promise<XrpReturnOrdered['data'] | null> {
    const { account, ledgerIndex } = (await this.opened(caseId)).details as { account: string; ledgerIndex: number };
    if (!isPlatformAccountName(account)) return null;
    const [arrival] = caseId.slice(CASES.length).split('~');
    const address = await this.accounts.address(account);
    if (!(await this.ledger.holds(ledgerIndex, ledgerIndex)))
      throw new LedgerUnavailable(`No node has ledger ${ledgerIndex}, in which the XRP arrived`);
    for await (const transaction of this.ledger.history(address, ledgerIndex, ledgerIndex)) {
      if (transaction.hash !== arrival || transaction.result !== 'tesSUCCESS') continue;
      const [arrived] = xrpArrived({ name: account, address, funders: NOBODY }, transaction);
      if (!arrived) return null;
      return {
        returnId: returnIdOf(account, arrival),
        account,
        arrival,
        arrivedIn: ledgerIndex,
        wallet: arrived.counterparty,
        tag: senderOf(transaction).tag ?? null,
        drops: xrpToDrops(arrived.value),
      };
    }
    return null;
  }

  private async opened(caseId: string): Promise<CaseOpened['data']> {
    for await (const { data } of this.store.read(caseStream(caseId), { limit: 1 })) return data as CaseOpened['data'];
    throw new Error(`There is no case ${caseId}`);
  }
}
