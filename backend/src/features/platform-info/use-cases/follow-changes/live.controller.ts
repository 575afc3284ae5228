import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Access, MaybeSession, type Session } from '../../../../platform/http/access.js';
import { LiveFeed } from './live-feed.js';

@Controller('api/live')
export class LiveController {
  constructor(private readonly feed: LiveFeed) {}

  /** Server-sent events: which read models have changed. */
  @Get()
  @Access('public')
  stream(@MaybeSession() session: Session | null, @Req() request: Request, @Res() response: Response): void {
    this.feed.stream(session?.wallet ?? `address ${request.ip}`, response);
  }
}
