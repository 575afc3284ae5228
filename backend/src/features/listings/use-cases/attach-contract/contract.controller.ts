import { Controller, Get, HttpCode, Inject, Param, Post, Res, UploadedFiles } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { PropertyView } from '@tknest/contracts/api';
import { LISTING } from '@tknest/contracts/rules';
import path from 'node:path';
import type { Response } from 'express';
import { CONFIG, type Config } from '#platform/config/config.js';
import { Refused } from '#platform/domain/refused.js';
import { CurrentSession } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { CostlyWork } from '#platform/http/costly-work.js';
import { mediaTypeOf } from '#platform/http/file-kind.js';
import { mustOpen, Unreadable } from '#platform/http/readable-file.js';
import type { UploadedFile } from '#platform/http/uploads/sealed-files.js';
import { Uploads } from '#platform/http/uploads/uploads.js';
import { ReadModels } from '#platform/projections/read-models.js';
import { DocumentScanner, sendDocument } from '#features/identity/module.public.js';
import { PropertyId } from '../../property-id.js';
import { ShowContract } from '../show-contract/show-contract.query.js';
import { ShowProperty } from '../show-properties/show-property.query.js';
import { AttachContract } from './attach-contract.command.js';

const NAME_MAX = 120;

/** The contract's media type, after it was opened. @throws Refused (400) */
async function openedKind(fileName: string, bytes: Buffer): Promise<string> {
  try {
    const mediaType = mediaTypeOf(fileName, bytes, LISTING.contract.extensions);
    if (!mediaType) throw new Unreadable('must be a .pdf, .doc or .docx file');
    await mustOpen(bytes, mediaType);
    return mediaType;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const message = `The contract ${error.message}`;
    throw new Refused('invalid', message, { errors: { contract: [message] } });
  }
}

@Controller('api/properties/:id/contract')
export class ContractController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly readModels: ReadModels,
    private readonly scanner: DocumentScanner,
    private readonly costly: CostlyWork,
    @Inject(CONFIG) private readonly config: Pick<Config, 'sandbox'>,
  ) {}

  /**
   * The rental contract of the caller's own listing: .pdf, .doc or .docx, at most 10 MB (REQ-1.2.23). A later one
   * replaces it until tokens are sold.
   */
  @Post()
  @HttpCode(200)
  @Uploads([{ name: 'contract', maxCount: 1 }], LISTING.contract.maxBytes)
  async attach(
    @CurrentSession() session: Session,
    @Param('id', PropertyId) id: number,
    @UploadedFiles() files: { contract?: UploadedFile[] } = {},
  ): Promise<PropertyView> {
    const file = files.contract?.[0];
    if (!file) throw new Refused('invalid', 'Choose a file: .pdf, .doc or .docx, up to 10MB');
    const bytes = await file.read();
    const mediaType = await this.costly.run(session.wallet, () => openedKind(file.originalname, bytes));
    await this.mustBeHarmless(bytes);
    const fileName = path
      .basename(file.originalname)
      .replace(/[^\w.\- ]/g, '_')
      .slice(0, NAME_MAX);
    const command = new AttachContract(session, id, { fileName, mediaType, sha256: file.sha256, bytes });
    await this.readModels.waitFor(await this.commands.execute(command), ['properties']);
    return this.queries.execute(new ShowProperty(id, session));
  }

  /**
   * Others download contracts, so a file that contains malware or cannot be scanned is refused. @throws Refused (400,
   * 503)
   */
  private async mustBeHarmless(bytes: Buffer): Promise<void> {
    const scan = await this.scanner.scan(bytes);
    if (scan === 'infected') throw new Refused('invalid', 'The contract was rejected because it contains malware');
    if (scan === 'unscanned' && !this.config.sandbox)
      throw new Refused(
        'unavailable',
        'This platform cannot check files for malware, so it accepts no contracts for now.',
      );
    if (scan === 'quarantined')
      throw new Refused(
        'unavailable',
        'The contract could not be checked for malware, so it was not saved. Try again in a few minutes.',
      );
  }

  /** The contract as a download: for the landlord, the office and verified investors. */
  @Get()
  async download(
    @CurrentSession() session: Session,
    @Param('id', PropertyId) id: number,
    @Res() response: Response,
  ): Promise<void> {
    const { fileName, bytes } = await this.queries.execute(new ShowContract(session, id));
    sendDocument(response, { fileName, mediaType: 'application/octet-stream', bytes });
  }
}
