import { Controller, Get, Inject, Param, Res } from '@nestjs/common';
import type { KycDocumentView } from '@tknest/contracts/api';
import type { Response } from 'express';
import { DataSource } from 'typeorm';
import { CurrentSession, type Session } from '../../../../platform/http/access.js';
import { Refused } from '../../../../platform/domain/refused.js';
import { VaultService } from '../../../../platform/vault/vault.service.js';
import { KycDocument } from '../../read-models/person/person.entities.js';

@Controller('api/kyc/documents')
export class DocumentsController {
  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    private readonly vault: VaultService,
  ) {}

  @Get()
  async list(@CurrentSession() session: Session): Promise<KycDocumentView[]> {
    const rows = await this.db
      .getRepository(KycDocument)
      .find({ where: { wallet: session.wallet }, order: { uploadedAt: 'DESC', id: 'ASC' }, take: 200 });
    return rows.map(({ id, kind, bytes, mediaType, uploadedAt }) => ({ id, kind, bytes, mediaType, uploadedAt }));
  }

  /** One's own document, as a download: never shown in the page's own origin. */
  @Get(':id')
  async download(
    @CurrentSession() session: Session,
    @Param('id') id: string,
    @Res() response: Response,
  ): Promise<void> {
    const row = /^[0-9a-f-]{36}$/.test(id)
      ? await this.db.getRepository(KycDocument).findOneBy({ id, wallet: session.wallet })
      : null;
    if (!row) throw new Refused('not-found', 'No such document');
    const bytes = await this.vault.get(row.id);
    response
      .set({
        'Content-Type': row.mediaType,
        'Content-Disposition': `attachment; filename="${row.kind}-${row.id.slice(0, 8)}"`,
        'Cache-Control': 'private, no-store',
        'X-Content-Type-Options': 'nosniff',
      })
      .send(Buffer.from(bytes as Uint8Array));
  }
}
