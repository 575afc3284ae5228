import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { LISTS } from '@tknest/contracts/rules';
import { DataSource, type FindOptionsWhere } from 'typeorm';
import type { DocumentScan } from '@tknest/contracts/events';
import { Jobs } from '#platform/consumers/jobs.js';
import { uuidv5 } from '#platform/event-store/ids.js';
import { Causation } from '#platform/sessions/causation.js';
import { DOCUMENT_KINDS } from '@tknest/contracts/rules';
import { unlessGone, VaultService } from '#platform/vault/vault.service.js';
import { Decisions } from '../decisions.js';
import { KycDocument } from '../read-models/person/person.entities.js';
import { DocumentScanner } from './document-scanner.js';

const JOB = 'quarantine';
const EVERY_MS = 30_000;
const PDF = 'application/pdf';

/** Whether no scanner has checked the document yet. */
const isUnseen = (scan: DocumentScan | undefined) =>
  scan === undefined || scan === 'quarantined' || scan === 'unscanned';

/**
 * Scans documents in quarantine as soon as the scanner can be reached. If no scanner is configured any more, they
 * become `unscanned` like all others, instead of waiting forever.
 */
@Injectable()
export class QuarantineJob implements OnApplicationBootstrap {
  private readonly log = new Logger('Documents');

  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    private readonly vault: VaultService,
    private readonly scanner: DocumentScanner,
    private readonly decisions: Decisions,
    private readonly causation: Causation,
    private readonly jobs: Jobs,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.every(
      EVERY_MS,
      JOB,
      () => this.round(),
      (error) => this.log.error({ err: error }, 'The documents in quarantine could not be scanned'),
    );
  }

  async round(): Promise<void> {
    const where: FindOptionsWhere<KycDocument>[] = [{ scan: 'quarantined' }];
    // Stored while there was no scanner. Pictures were redrawn.
    if (this.scanner.isThere) where.push({ scan: 'unscanned', mediaType: PDF });
    const waiting = await this.db.getRepository(KycDocument).find({ where, take: LISTS.max });
    for (const { id, wallet, kind } of waiting) await this.look(id, wallet, kind === 'answer');
  }

  private async look(documentId: string, wallet: string, isAnswer: boolean): Promise<void> {
    const bytes = await unlessGone(this.vault.bytes(documentId, { subject: wallet, kind: DOCUMENT_KINDS }));
    const scan = bytes ? await this.scanner.scan(bytes) : 'quarantined';
    if (scan === 'quarantined') return;
    const context = await this.causation.contextOf({ commandId: uuidv5(`scanned/${documentId}/${scan}`) });
    await this.decisions.append(wallet, context, (state) =>
      (isAnswer && state.erasure !== 'erased' && isUnseen(state.scannedAnswers.get(documentId))) ||
      (state.documents.has(documentId) && isUnseen(state.documents.get(documentId)?.scan))
        ? { identity: [{ type: 'DocumentScanned', data: { wallet, documentId, scan } }] }
        : null,
    );
  }
}
