import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Access } from '../../platform/http/access.js';
import { ReadModels } from '../../platform/projections/read-models.js';

const HEARTBEAT_MS = 15_000;
/** Changes of a burst are told together. */
const GATHER_MS = 50;

@Controller('api/live')
export class LiveController {
  constructor(private readonly readModels: ReadModels) {}

  /** Server-sent events: which read models have changed. No rows travel here; who is interested asks again. */
  @Get()
  @Access('public')
  stream(@Req() request: Request, @Res() response: Response): void {
    response.set({
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-cache, no-transform',
      'X-Accel-Buffering': 'no',
    });
    response.write('retry: 2000\nevent: hello\ndata: {}\n\n');
    const changed = new Set<string>();
    let gathering: NodeJS.Timeout | null = null;
    const tell = () => {
      gathering = null;
      response.write(`event: changed\ndata: ${JSON.stringify({ readModels: [...changed] })}\n\n`);
      changed.clear();
    };
    const listen = (name: string) => {
      changed.add(name);
      gathering ??= setTimeout(tell, GATHER_MS);
    };
    const heartbeat = setInterval(() => response.write(': still here\n\n'), HEARTBEAT_MS);
    this.readModels.changes.on('changed', listen);
    request.once('close', () => {
      this.readModels.changes.off('changed', listen);
      clearInterval(heartbeat);
      if (gathering) clearTimeout(gathering);
    });
  }
}
