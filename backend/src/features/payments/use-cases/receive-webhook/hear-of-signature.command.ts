import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import { WalletQuestions } from '#platform/wallet-app/wallet-questions.js';
import { WorkerRequests } from '#platform/worker-requests/worker-requests.js';
import { PacedPayments } from '../../paced-payments.js';

/**
 * The wallet app reports that a request was resolved: its payment is advanced, and other processes that wait for the
 * answer may ask at once.
 */
export class HearOfSignature extends Command<void> {
  constructor(readonly payloadUuid: string) {
    super();
  }
}

@CommandHandler(HearOfSignature)
export class HearOfSignatureHandler implements ICommandHandler<HearOfSignature> {
  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    private readonly pacer: PacedPayments,
    private readonly questions: WalletQuestions,
    private readonly requests: WorkerRequests,
  ) {}

  async execute({ payloadUuid }: HearOfSignature): Promise<void> {
    const [row]: { payment_id: string }[] = await this.db.query(
      'select payment_id from sign_requests where payload_uuid = $1',
      [payloadUuid],
    );
    if (!row) {
      // The answer may be awaited by another process.
      this.questions.hear(payloadUuid);
      return this.requests.tell('wallet-answered', { payloadUuid });
    }
    // Answer first: Xaman waits 15 seconds at most, and a ledger may take longer.
    void this.pacer.advance(row.payment_id, true).catch(() => undefined);
  }
}
