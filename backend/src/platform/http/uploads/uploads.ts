import {
  applyDecorators,
  Injectable,
  UseGuards,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { FileFieldsInterceptor } from '@nestjs/platform-express';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import { LIMITS, UPLOADS } from '@tknest/contracts/rules';
import type { Request } from 'express';
import { rm } from 'node:fs/promises';
import { finalize, type Observable } from 'rxjs';
import { Refused } from '../../domain/refused.js';
import { RateLimited } from '../rate-limited.js';
import { sealedFiles, type UploadedFile } from './sealed-files.js';
import { UploadGuard } from './upload.guard.js';

const FILE = { type: 'string', format: 'binary' } as const;
type UploadRequest = Request & { files?: Record<string, UploadedFile[]> };

/** Deletes all temporary files of an upload when its request ends, in any way. */
@Injectable()
class RemoveAfterwards implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<UploadRequest>();
    return next.handle().pipe(
      finalize(() => {
        for (const { path } of Object.values(request.files ?? {}).flat()) void rm(path, { force: true });
      }),
    );
  }
}

/** Every call expects texts; a repeated field would arrive as a list. @throws Refused (400) */
@Injectable()
class TextsOnly implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { body } = context.switchToHttp().getRequest<UploadRequest>();
    for (const [name, value] of Object.entries((body ?? {}) as object))
      if (typeof value === 'object') throw new Refused('invalid', `${name} must be given once`);
    return next.handle();
  }
}

/**
 * A call that takes files. Who may upload, how often and how much is checked before the first byte is read; files are
 * written to disk as they arrive, with limits on their number and size and on the number, names and values of fields.
 */
export const Uploads = (files: { name: string; maxCount: number }[], maxBytes: number) =>
  applyDecorators(
    ApiConsumes('multipart/form-data'),
    ApiBody({ schema: { type: 'object', properties: Object.fromEntries(files.map(({ name }) => [name, FILE])) } }),
    RateLimited(LIMITS.uploads),
    UseGuards(UploadGuard),
    UseInterceptors(
      RemoveAfterwards,
      FileFieldsInterceptor(files, {
        storage: sealedFiles as never,
        limits: {
          ...UPLOADS.limits,
          fileSize: maxBytes,
          files: files.reduce((sum, { maxCount }) => sum + maxCount, 0),
        },
      }),
      TextsOnly,
    ),
  );
