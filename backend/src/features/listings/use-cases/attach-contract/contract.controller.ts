import { Controller, Get, HttpCode, Inject, Param, Post, Res, UploadedFile, UseInterceptors } from '@nestjs/common';
import { FileInterceptor } from '@nestjs/platform-express';
import type { PropertyView } from '@tknest/contracts/api';
import type { ListingEvent } from '@tknest/contracts/events';
import { LISTING, LIMITS } from '@tknest/contracts/rules';
import { createHash, randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Response } from 'express';
import { DataSource } from 'typeorm';
import { handleCommand } from '../../../../platform/event-store/decider.js';
import { EVENT_STORE, type EventStore } from '../../../../platform/event-store/event-store.js';
import { CurrentSession, type Session } from '../../../../platform/http/access.js';
import { Refused } from '../../../../platform/domain/refused.js';
import { ReadModels } from '../../../../platform/projections/read-models.js';
import { Causation } from '../../../../platform/sessions/causation.js';
import { RateLimiter } from '../../../../platform/sessions/rate-limiter.js';
import { VaultService } from '../../../../platform/vault/vault.service.js';
import { mediaTypeOf } from '../../../../platform/http/file-kind.js';
import { listingFold, propertyNotFound } from '../../listing.decider.js';
import { PropertyId } from '../../property-id.js';
import { Property } from '../../read-models/property/property.entity.js';
import { viewOf } from '../../read-models/property/property.view.js';

@Controller('api/properties/:id/contract')
export class ContractController {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(DataSource) private readonly db: DataSource,
    private readonly causation: Causation,
    private readonly readModels: ReadModels,
    private readonly vault: VaultService,
    private readonly limiter: RateLimiter,
  ) {}

  /** The rental contract of one's own listing: .pdf, .doc or .docx, at most 10 MB (D1 §5). A later one replaces it. */
  @Post()
  @HttpCode(200)
  @UseInterceptors(FileInterceptor('contract', { limits: { fileSize: LISTING.contract.maxBytes, files: 1 } }))
  async attach(
    @CurrentSession() session: Session,
    @Param('id', PropertyId) id: number,
    @UploadedFile() file?: { originalname: string; buffer: Buffer },
  ): Promise<PropertyView> {
    await this.limiter.take(LIMITS.uploads, session.wallet);
    if (!file) throw new Refused('invalid', 'Choose a file: .pdf, .doc or .docx, up to 10MB');
    const mediaType = mediaTypeOf(file.originalname, file.buffer, LISTING.contract.extensions);
    if (!mediaType) throw new Refused('invalid', 'The contract must be a .pdf, .doc or .docx file');
    const owned = await this.db.getRepository(Property).existsBy({ id, owner: session.wallet });
    if (!owned) throw propertyNotFound();
    const documentId = await this.vault.put(`listing-${id}`, 'rental-contract', file.buffer, randomUUID());
    const fileName = path
      .basename(file.originalname)
      .replace(/[^\w.\- ]/g, '_')
      .slice(0, 120);
    const event: ListingEvent = {
      type: 'ContractAttached',
      data: {
        propertyId: id,
        documentId,
        fileName,
        sha256: createHash('sha256').update(file.buffer).digest('hex'),
        bytes: file.buffer.length,
        mediaType,
      },
    };
    const { position } = await handleCommand(
      this.store,
      listingFold(id),
      () => [event],
      await this.causation.contextOf({ session }),
    );
    await this.readModels.waitFor(position, ['properties']);
    return viewOf(await this.db.getRepository(Property).findOneByOrFail({ id }));
  }

  /** The contract as a download, for everybody who is signed in. */
  @Get()
  async download(
    @CurrentSession() _session: Session,
    @Param('id', PropertyId) id: number,
    @Res() response: Response,
  ): Promise<void> {
    const row = await this.db.getRepository(Property).findOneBy({ id });
    if (!row?.contractId) throw propertyNotFound();
    const bytes = await this.vault.get(row.contractId);
    response
      .set({
        'Content-Type': 'application/octet-stream',
        'Content-Disposition': `attachment; filename="${row.contractName}"`,
        'X-Content-Type-Options': 'nosniff',
      })
      .send(Buffer.from(bytes as Uint8Array));
  }
}
