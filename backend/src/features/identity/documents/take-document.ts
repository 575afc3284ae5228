import { Injectable } from '@nestjs/common';
import type { DocumentRecord } from '@tknest/contracts/events';
import { KYC } from '@tknest/contracts/rules';
import { Refused } from '#platform/domain/refused.js';
import { CostlyWork } from '#platform/http/costly-work.js';
import { mediaTypeOf } from '#platform/http/file-kind.js';
import { mustOpen, Unreadable } from '#platform/http/readable-file.js';
import type { UploadedFile } from '#platform/http/uploads/sealed-files.js';
import type { SubmittedDocument } from '../use-cases/submit-application/application-file.js';
import { cleanImage } from './clean-image.js';
import { DocumentScanner } from './document-scanner.js';

/** Checks an uploaded file before anything is decided: its type by name and content, its picture, malware. */
@Injectable()
export class DocumentDesk {
  constructor(
    private readonly scanner: DocumentScanner,
    private readonly costly: CostlyWork,
  ) {}

  /** @throws Refused (400 with the message at its field; 503 if too many pictures wait) */
  async take(file: UploadedFile, wallet: string): Promise<SubmittedDocument> {
    const kind = file.fieldname as DocumentRecord['kind'];
    const refuse = (why: string, hint: string) => {
      const name = file.originalname.replace(/[^\p{L}\p{N} ._-]/gu, '').slice(0, 100) || 'The file';
      return new Refused('invalid', `${name} ${why}`, { errors: { [kind]: [hint] } });
    };
    const mediaType = mediaTypeOf(file.originalname, await file.read(), KYC.documents.extensions);
    if (!mediaType) throw refuse('is not a PDF, JPG or PNG file', 'Accepted types: pdf, jpg, jpeg, png');
    const isImage = mediaType.startsWith('image/');
    const makeSound = async () => {
      const bytes = await file.read();
      if (isImage) await file.replace(await cleanImage(bytes, mediaType));
      else await mustOpen(bytes, mediaType);
    };
    try {
      await this.costly.run(wallet, makeSound);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      throw refuse(error.message, isImage ? 'Please take the photo again' : 'Please send another file');
    }
    const bytes = await file.read();
    const scan = await this.scanner.scan(bytes);
    if (scan === 'infected') throw refuse('was rejected because it contains malware', 'Please send another file');
    return { kind, mediaType, scan, sha256: file.sha256, bytes: bytes.length, read: () => file.read() };
  }
}
