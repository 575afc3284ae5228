import { Inject, Injectable } from '@nestjs/common';
import type { AutoIssuanceEvent } from '@tknest/contracts/events';
import { toDecimal } from '@tknest/contracts/money';
import { EVENT_STORE, type EventStore, type RecordedEvent } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { uuidv5 } from '#platform/event-store/ids.js';
import { LEDGER, type LedgerPort } from '#platform/ledger/ledger-port.js';
import type { ProcessContext, ProcessManager } from '#platform/processes/process-manager.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { caseFold, caseIdOf, openCase, type OpenCase } from '#features/operations-cases/rules.public.js';
import { ToldStanding } from '#features/identity/module.public.js';
import { paymentFold, tokenLine, type Payment } from '#features/payments/rules.public.js';
import { PlatformAccounts } from '#features/platform-accounts/module.public.js';
import { answerTo, AUTO_STREAM, autoIssuanceFold, defaultConfig, type AutoAnswer } from '../auto-issuance.decider.js';
import { issuanceFold, orderIssuance } from '../issuance.decider.js';

type Skipped = Extract<AutoIssuanceEvent, { type: 'AutoIssuanceSkipped' }>;

/** Issues tokens for a settled direct payment, by the configuration at the time of settlement. */
@Injectable()
export class AutoIssuanceProcess implements ProcessManager {
  readonly name = 'auto-issuance';
  readonly events = ['PaymentCompleted'];

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(LEDGER) private readonly ledger: LedgerPort,
    private readonly accounts: PlatformAccounts,
    private readonly standing: ToldStanding,
    private readonly recorder: Recorder,
  ) {}

  lane(event: RecordedEvent): string {
    return event.data.paymentId;
  }

  async handle(event: RecordedEvent, context: ProcessContext): Promise<void> {
    const config = await this.configAt(event.position);
    if (!config.enabled) return;
    const { state: payment } = await load(this.store, paymentFold(event.data.paymentId));
    if (
      payment.phase === 'none' ||
      payment.kind !== 'rlusd_payment' ||
      payment.amount < config.minimumInvestmentThreshold
    )
      return;
    const tokens = config.defaultTokenAmount;
    const ports = { ledger: this.ledger, accounts: this.accounts };
    const answer = answerTo(config, {
      amount: payment.amount,
      payerVerified: await this.standing.isVerified(payment.payer, 'any'),
      payeeVerified: await this.standing.isVerified(payment.payee, 'any'),
      line: await tokenLine(ports, payment.payer, tokens),
    });
    await this.carryOut(answer, payment, tokens, context.commandId('answer'));
  }

  /** The configuration when the payment was settled: later changes don't apply to it. */
  private async configAt(position: string) {
    let config = defaultConfig;
    for await (const event of this.store.read(AUTO_STREAM))
      if (event.position < position) config = autoIssuanceFold.evolve(config, event as never, new Date(event.at));
    return config;
  }

  /** At most one response per payment: both stream names are derived from it. */
  private async carryOut(answer: AutoAnswer, payment: Payment, tokens: number, commandId: string): Promise<void> {
    if (answer.is === 'nothing') return;
    const { paymentId, payer: wallet } = payment;
    const issuanceId = uuidv5(`auto-issuance/${paymentId}`);
    const found = caseOf(payment, answer);
    await this.recorder.decideAcross(
      {
        issuance: issuanceFold(issuanceId),
        skipped: { stream: `${AUTO_STREAM}-${paymentId}`, initialState: false, evolve: () => true },
        found: caseFold(caseIdOf(found)),
      },
      (states) => {
        if (states.issuance.phase !== 'none' || states.skipped) return {};
        if (answer.is === 'issue')
          return {
            issuance: orderIssuance(
              { issuanceId, recipient: wallet, tokens, source: 'automation', paymentId },
              states.issuance,
            ),
          };
        const { reason, message } = answer;
        const skipped: Skipped = { type: 'AutoIssuanceSkipped', data: { paymentId, wallet, tokens, reason, message } };
        return { skipped: [skipped], found: reason === 'no-line' ? openCase(found, states.found) : [] };
      },
      { commandId },
    );
  }
}

const caseOf = ({ paymentId, payer, amount }: Payment, answer: AutoAnswer): OpenCase => ({
  kind: 'automatic-issuance-blocked',
  subject: paymentId,
  summary: `A direct payment led to no tokens: ${answer.is === 'skip' ? answer.message : 'the issuance failed'}.`,
  paymentId,
  wallet: payer,
  details: { amount: toDecimal(amount) },
});
