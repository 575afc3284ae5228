import { Body, Controller, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { ValidateAddressRequest, type AddressValidation } from '@tknest/contracts/api';
import { LIMITS } from '@tknest/contracts/rules';
import type { Request } from 'express';
import { CLOCK, type Clock } from '../../../../platform/clock/clock.js';
import { CONFIG, type Config } from '../../../../platform/config/config.js';
import { Access } from '../../../../platform/http/access.js';
import { RateLimiter } from '../../../../platform/sessions/rate-limiter.js';

const TIMEOUT_MS = 5_000;
const SOURCE = 'US Census Geocoder';

interface CensusAnswer {
  result?: { addressMatches?: { matchedAddress: string; coordinates: { x: number; y: number } }[] };
}

@Controller('api/properties/validate')
export class ValidateAddressController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly limiter: RateLimiter,
  ) {}

  /** Looks an address up with the US Census geocoder. It is slow and often away: that is said, and blocks nobody. */
  @Post()
  @HttpCode(200)
  @Access('public')
  async validate(@Body() { address }: ValidateAddressRequest, @Req() request: Request): Promise<AddressValidation> {
    await this.limiter.take(LIMITS.addressCheck, request.ip ?? '');
    const base = {
      normalized: null,
      coordinates: null,
      warnings: [] as string[],
      source: SOURCE,
      checkedAt: this.clock.now().toISOString(),
    };
    try {
      const query = new URLSearchParams({ address, benchmark: 'Public_AR_Current', format: 'json' });
      const answer = await fetch(`${this.config.census.url}/geocoder/locations/onelineaddress?${query}`, {
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!answer.ok)
        return { ...base, status: 'unavailable', warnings: ['The address could not be checked at the moment'] };
      const [match] = ((await answer.json()) as CensusAnswer).result?.addressMatches ?? [];
      if (!match) return { ...base, status: 'invalid', warnings: ['No such address was found'] };
      return {
        ...base,
        status: 'valid',
        normalized: match.matchedAddress,
        coordinates: { latitude: match.coordinates.y, longitude: match.coordinates.x },
      };
    } catch {
      return { ...base, status: 'unavailable', warnings: ['The address could not be checked at the moment'] };
    }
  }
}
