import { Controller, Get, Param, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { Response } from 'express';
import { Access } from '#platform/http/access.js';
import { ShowCheckpoint, ShowLogKey, ShowTile } from './log.queries.js';

const TEXT = 'text/plain; charset=utf-8';
/** A tile of a given width never changes. */
const FOR_EVER = 'public, max-age=31536000, immutable';
const A_MOMENT = 'public, max-age=10';

/** The public data of the log: its length, and hashes. Nothing here reveals a person or a payment. */
@Controller('api/log')
@Access('public')
export class LogController {
  constructor(private readonly queries: QueryBus) {}

  /** The newest signed checkpoint (C2SP tlog-checkpoint). */
  @Get('checkpoint')
  async checkpoint(@Res() response: Response): Promise<void> {
    const note = await this.queries.execute(new ShowCheckpoint());
    response.set({ 'Content-Type': TEXT, 'Cache-Control': A_MOMENT }).send(note);
  }

  /** The public key of the checkpoints, in the format of verifiers of signed notes. */
  @Get('key')
  async key(@Res() response: Response): Promise<void> {
    const key = await this.queries.execute(new ShowLogKey());
    response.set({ 'Content-Type': TEXT, 'Cache-Control': A_MOMENT }).send(`${key}\n`);
  }

  /** A tile of hashes (C2SP tlog-tiles): `1/x001/234`, or `0/005.p/17` for the first 17 hashes of one. */
  @Get('tile/:level/*index')
  async tile(
    @Param('level') level: string,
    @Param('index') index: string | string[],
    @Res() response: Response,
  ): Promise<void> {
    const parts = Array.isArray(index) ? index : index.split('/');
    const hashes = await this.queries.execute(new ShowTile(level, parts));
    response.set({ 'Content-Type': 'application/octet-stream', 'Cache-Control': FOR_EVER }).send(hashes);
  }
}
