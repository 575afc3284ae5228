import { Router } from 'express';
import { createHash } from 'node:crypto';
import { parseUsAddress, type UsAddress } from './parse-address.js';

const BENCHMARK = {
  isDefault: true,
  benchmarkDescription: 'Public Address Ranges - Current Benchmark',
  id: '4',
  benchmarkName: 'Public_AR_Current',
};

/**
 * The Census geocoder's one-line search, at `/census/geocoder/locations/onelineaddress`. It knows every well-formed US
 * address.
 */
export function addressesRouter(): Router {
  const router = Router();
  router.get('/geocoder/locations/onelineaddress', (request, response) => {
    const { address, benchmark, format } = request.query as Record<string, string | undefined>;
    if (!address?.trim())
      return void response.status(400).json({
        errors: ['Specify House number and Street name along with City and State and/or ZIP Code'],
        status: '400',
      });
    if (!benchmark) return void response.status(400).json({ errors: ['Benchmark must be specified'], status: '400' });
    if (format !== 'json')
      return void response.status(400).json({ errors: ['The sandbox answers format=json only'], status: '400' });
    const found = parseUsAddress(address);
    response.json({
      result: {
        input: { address: { address }, benchmark: BENCHMARK },
        addressMatches: found ? [viewMatch(found)] : [],
      },
    });
  });
  return router;
}

function viewMatch(address: UsAddress) {
  const { number, street, city, state, zip } = address;
  const words = street.split(' ');
  const suffixType = words.length > 1 ? words.at(-1)! : '';
  const streetName = words.length > 1 ? words.slice(0, -1).join(' ') : street;
  const block = Math.floor(Number.parseInt(number, 10) / 100) * 100;
  return {
    tigerLine: { side: Number.parseInt(number, 10) % 2 ? 'L' : 'R', tigerLineId: String(placeOf(address, 3)) },
    coordinates: { x: -70 - (placeOf(address, 1) % 50_000) / 1000, y: 26 + (placeOf(address, 2) % 22_000) / 1000 },
    addressComponents: {
      zip,
      streetName,
      preType: '',
      city,
      preDirection: '',
      suffixDirection: '',
      fromAddress: String(block || 1),
      state,
      suffixType,
      toAddress: String(block + 98),
      suffixQualifier: '',
      preQualifier: '',
    },
    matchedAddress: `${number} ${street}, ${city}, ${state}, ${zip}`,
  };
}

/** Fake coordinates, the same for the same address, always within the continental states. */
function placeOf(address: UsAddress, salt: number): number {
  return createHash('sha256')
    .update(`${salt} ${Object.values(address).join(' ')}`)
    .digest()
    .readUInt32BE(0);
}
