import { expect, it } from '@jest/globals';
import { eventId, uuidv5 } from './ids.js';

it('computes the published example of RFC 9562', () => {
  const dns = Buffer.from('6ba7b8109dad11d180b400c04fd430c8', 'hex');
  expect(uuidv5('www.example.com', dns)).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2');
});

it('event ids never change: they are how a repeated append is recognised', () => {
  expect(eventId('6a1f0a3e-0000-4000-8000-000000000000', 0)).toBe('ef95254f-f1d0-5077-bb79-bdf6e2db7cf7');
});
