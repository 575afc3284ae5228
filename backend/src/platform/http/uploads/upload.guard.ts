import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { UPLOADS } from '@tknest/contracts/rules';
import { Refused } from '../../domain/refused.js';
import { VaultService } from '../../vault/vault.service.js';
import type { SessionRequest } from '../access.js';
import { UploadQuotas } from './upload-quotas.js';

const MEGABYTE = 1024 * 1024;

/** Decides about an upload before any byte of it is read: by its size, and by its sender's total storage. */
@Injectable()
export class UploadGuard implements CanActivate {
  constructor(
    private readonly vault: VaultService,
    private readonly quotas: UploadQuotas,
  ) {}

  /** @throws Refused (413, and 429 from the quotas) */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { session, headers, ip } = context.switchToHttp().getRequest<SessionRequest>();
    if (!session) throw new Refused('unauthenticated', 'Please sign in with your wallet first');
    // An upload of unknown length may have the maximum length, so that is what counts until it is stored.
    const size = Number(headers['content-length'] ?? UPLOADS.requestBytes);
    if (size > UPLOADS.requestBytes)
      throw new Refused('too-large', `An upload may have at most ${UPLOADS.requestBytes / MEGABYTE} MB in all`);
    if ((await this.vault.bytesUploadedBy(session.wallet)) + size > UPLOADS.quotaBytes)
      throw new Refused(
        'too-large',
        `Your documents may have at most ${UPLOADS.quotaBytes / MEGABYTE} MB in all. To add more, contact the platform.`,
      );
    await this.quotas.take(ip ?? '', size);
    return true;
  }
}
