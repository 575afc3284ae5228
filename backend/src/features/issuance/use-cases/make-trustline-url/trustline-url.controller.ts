import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { TrustlineUrlRequest, type TrustlineUrlView } from '@tknest/contracts/api';
import { Access } from '#platform/http/access.js';
import { trustlineUrl } from './trustline-url.js';

@Controller('api/tokens/trustline-url')
@Access('admin')
export class TrustlineUrlController {
  /** A Xaman link with which anybody can open a trust line for any token (REQ-2.7.4). */
  @Post()
  @HttpCode(200)
  make(@Body() request: TrustlineUrlRequest): TrustlineUrlView {
    return { success: true, trustlineURL: trustlineUrl(request) };
  }
}
