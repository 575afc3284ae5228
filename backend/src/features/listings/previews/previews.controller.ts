import { Controller, Get, Header, Param, StreamableFile } from '@nestjs/common';
import { LIMITS } from '@tknest/contracts/rules';
import { Refused } from '#platform/domain/refused.js';
import { Access } from '#platform/http/access.js';
import { RateLimited } from '#platform/http/rate-limited.js';
import { Previews } from './previews.js';

@Controller('api/previews')
export class PreviewsController {
  constructor(private readonly previews: Previews) {}

  /** The picture of a link's preview: of the landing page, the marketplace, or a property that strangers can see. */
  @Get(':name.png')
  @Access('public')
  @RateLimited(LIMITS.previews, 'network')
  @Header('Cache-Control', 'public, max-age=3600')
  @Header('Cross-Origin-Resource-Policy', 'cross-origin')
  async show(@Param('name') name: string): Promise<StreamableFile> {
    const picture = await this.previews.of(name);
    if (!picture) throw new Refused('not-found', 'There is no such picture');
    return new StreamableFile(picture, { type: 'image/png', length: picture.length });
  }
}
