import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { AddressValidation } from '@tknest/contracts/api';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { CONFIG, type Config } from '#platform/config/config.js';

const TIMEOUT_MS = 5_000;
const SOURCE = 'US Census Geocoder';
const UNAVAILABLE = { status: 'unavailable', warnings: ['The address can’t be checked at the moment'] } as const;

interface CensusAnswer {
  result?: { addressMatches?: { matchedAddress: string; coordinates: { x: number; y: number } }[] };
}

/** Whether the US Census geocoder knows an address. */
export class FindAddress extends Query<AddressValidation> {
  constructor(readonly address: string) {
    super();
  }
}

@QueryHandler(FindAddress)
export class FindAddressHandler implements IQueryHandler<FindAddress> {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The geocoder is slow and often unavailable. The answer says so, and the listing is not blocked. */
  async execute({ address }: FindAddress): Promise<AddressValidation> {
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
        redirect: 'error',
      });
      if (!answer.ok) return { ...base, ...UNAVAILABLE, warnings: [...UNAVAILABLE.warnings] };
      const [match] = ((await answer.json()) as CensusAnswer).result?.addressMatches ?? [];
      if (!match) return { ...base, status: 'invalid', warnings: ['This address was not found'] };
      return {
        ...base,
        status: 'valid',
        normalized: match.matchedAddress,
        coordinates: { latitude: match.coordinates.y, longitude: match.coordinates.x },
      };
    } catch {
      return { ...base, ...UNAVAILABLE, warnings: [...UNAVAILABLE.warnings] };
    }
  }
}
