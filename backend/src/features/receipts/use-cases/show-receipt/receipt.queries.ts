import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { ReceiptProof, ReceiptView } from '@tknest/contracts/api';
import type { Session } from '#platform/sessions/session.js';
import { KeptAnswers } from '#platform/worker-requests/kept-answers.js';
import { WorkerRequests } from '#platform/worker-requests/worker-requests.js';
import { PlatformAccounts } from '#features/platform-accounts/module.public.js';
import { Anchored } from '../../anchored.js';
import { readerOf, Receipts, type Reader } from '../../receipts.js';

/** Which receipt, and for whom. */
export interface ProofAsked {
  reader: Reader;
  paymentId: string;
}

/** How long a call waits for the worker that signs, in milliseconds. */
const PROVE_WITHIN_MS = 15_000;
/** How many proofs a process keeps. One of a run with many holders has some hundred kB. */
const PROOFS_KEPT = 64;

/** The receipt of a settled payment. */
export class ShowReceipt extends Query<ReceiptView> {
  constructor(
    readonly session: Session,
    readonly paymentId: string,
  ) {
    super();
  }
}

@QueryHandler(ShowReceipt)
export class ShowReceiptHandler implements IQueryHandler<ShowReceipt> {
  constructor(
    private readonly receipts: Receipts,
    private readonly anchored: Anchored,
    private readonly accounts: PlatformAccounts,
  ) {}

  /** @throws Refused (404) if it is somebody else's, or not settled */
  async execute({ session, paymentId }: ShowReceipt): Promise<ReceiptView> {
    const found = await this.receipts.find(readerOf(session), paymentId);
    const proof = (await this.anchored.witnessOf(found)) ? 'anchored' : 'waiting';
    return { ...found.receipt, issuer: await this.accounts.address('issuer'), proof };
  }
}

/** The file that proves a payment without the platform. */
export class ProveReceipt extends Query<ReceiptProof> {
  constructor(
    readonly session: Session,
    readonly paymentId: string,
  ) {
    super();
  }
}

@QueryHandler(ProveReceipt)
export class ProveReceiptHandler implements IQueryHandler<ProveReceipt> {
  /** By payment and reader. Once a receipt is anchored, nothing in its proof changes. */
  private readonly kept = new KeptAnswers<ReceiptProof>(PROOFS_KEPT);

  constructor(private readonly requests: WorkerRequests) {}

  /** @throws Refused (404) if it is somebody else's, or not settled; WorkerAway */
  execute({ session, paymentId }: ProveReceipt): Promise<ReceiptProof> {
    const asked: ProofAsked = { reader: readerOf(session), paymentId };
    return this.kept.of(
      JSON.stringify(asked),
      () => this.requests.ask<ReceiptProof>('prove-receipt', asked, { withinMs: PROVE_WITHIN_MS }),
      ({ anchor }) => anchor !== null,
    );
  }
}
