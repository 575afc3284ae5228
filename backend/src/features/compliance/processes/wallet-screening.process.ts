import { Injectable } from '@nestjs/common';
import type { RecordedEvent } from '#platform/event-store/event-store.js';
import type { ProcessContext, ProcessManager } from '#platform/processes/process-manager.js';
import { ListedWallets, WalletScreening } from '#features/screening/module.public.js';

/**
 * Compares wallets with the sanctions lists when they sign in, pay and are paid. Immediate effects do not wait for
 * this: `KycStanding` asks the list itself. This records the hit and opens the case.
 */
@Injectable()
export class WalletScreeningProcess implements ProcessManager {
  readonly name = 'wallet-screening';
  readonly events = ['WalletSignedIn', 'PaymentStarted'];

  constructor(
    private readonly listed: ListedWallets,
    private readonly screening: WalletScreening,
  ) {}

  lane({ data }: RecordedEvent): string {
    return data.wallet ?? data.payer;
  }

  async handle({ type, data }: RecordedEvent, process: ProcessContext): Promise<void> {
    const wallets: string[] = type === 'WalletSignedIn' ? [data.wallet] : [data.payer, data.payee];
    const occasion = type === 'WalletSignedIn' ? 'sign-in' : 'payment';
    for (const wallet of wallets) {
      if (this.listed.hitsOf(wallet).length === 0) continue;
      await this.screening.record(wallet, occasion, process.commandId(wallet));
    }
  }
}
