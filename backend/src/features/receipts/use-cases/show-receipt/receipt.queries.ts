import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { ReceiptProof, ReceiptView } from '@tknest/contracts/api';
import type { Session } from '#platform/sessions/session.js';
import { Prove } from '../../prove.js';
import { Receipts } from '../../receipts.js';

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
    private readonly prove: Prove,
  ) {}

  /** @throws Refused (404) if it is somebody else's, or not settled */
  async execute({ session, paymentId }: ShowReceipt): Promise<ReceiptView> {
    const found = await this.receipts.find(session, paymentId);
    const proof = (await this.prove.isAnchored(found)) ? 'anchored' : 'waiting';
    return { ...found.receipt, issuer: await this.prove.issuer(), proof };
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
  constructor(
    private readonly receipts: Receipts,
    private readonly prove: Prove,
  ) {}

  /** @throws Refused (404) if it is somebody else's, or not settled */
  async execute({ session, paymentId }: ProveReceipt): Promise<ReceiptProof> {
    return this.prove.proofOf(await this.receipts.find(session, paymentId));
  }
}
