import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import { type Position } from '#platform/event-store/event-store.js';
import type { Session } from '#platform/sessions/session.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { VaultService } from '#platform/vault/vault.service.js';
import { attachContract, listingFold, listingStream } from '../../listing.decider.js';

export interface ContractFile {
  fileName: string;
  mediaType: string;
  sha256: string;
  bytes: Buffer;
}

/** Replaces the rental contract of the caller's own listing. */
export class AttachContract extends Command<Position> {
  constructor(
    readonly session: Session,
    readonly propertyId: number,
    readonly file: ContractFile,
  ) {
    super();
  }
}

@CommandHandler(AttachContract)
export class AttachContractHandler implements ICommandHandler<AttachContract> {
  constructor(
    private readonly vault: VaultService,
    private readonly recorder: Recorder,
  ) {}

  /** Decided first, then encrypted, then appended. @throws Refused (404, 409 once tokens were sold) */
  async execute({ session, propertyId, file }: AttachContract): Promise<Position> {
    const { wallet } = session;
    const { bytes, fileName, ...kind } = file;
    const documentId = randomUUID();
    const nameItem = randomUUID();
    const document = { documentId, nameItem, ...kind, bytes: bytes.length };
    let before: string | null = null;
    const { position } = await this.recorder.decide(
      listingFold(propertyId),
      async (state) => {
        const events = attachContract({ owner: wallet, document }, state);
        before = state.contractId;
        const subject = listingStream(propertyId);
        await this.vault.put(subject, 'rental-contract', bytes, documentId, wallet);
        await this.vault.put(subject, 'rental-contract-name', { fileName }, nameItem);
        return events;
      },
      { session },
    );
    // Nobody has bought under the previous contract, so it need not be kept.
    if (before) await this.vault.discard([before]);
    return position;
  }
}
