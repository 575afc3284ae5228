import { expect, it } from '@jest/globals';
import { EventMacs, type MacKey, type Writer } from './macs.js';

const key = (byte: number): MacKey => ({ id: 1, key: Buffer.alloc(32, byte), endsAt: null });
const ALL: Partial<Record<Writer, MacKey>> = { web: key(1), worker: key(2) };
const macs = (writers: Record<string, Writer>, { web, worker } = ALL) =>
  new EventMacs({ logId: 'log', of: (writer) => [writer === 'web' ? web : worker].filter((one) => !!one) }, writers);
const event = {
  position: 7,
  stream: 'thing-1',
  revision: 0,
  id: '6f0c6d3e-2f35-4c8e-9f8e-0d6a4d1b8a11',
  type: 'OfANewerProgram',
  version: 1,
  at: '',
  data: '{}',
  metadata: '{}',
};

it.each(['web', 'worker'] as const)(
  'a type that only a newer program knows is believed under the key of the %s, whichever writes it',
  (writer) => {
    const mac = macs({ OfANewerProgram: writer }).of(event, event.metadata)!;
    const older = macs({});
    expect(older.misfit(event, mac)).toBeNull();
    expect(older.misfit({ ...event, data: '{"n":1}' }, mac)).toBe('its MAC does not match it');
    // A process without a key cannot verify events written with it.
    expect(macs({}, { web: key(1) }).misfit(event, mac)).toBeNull();
  },
);

it('a type that is known is believed under the key of its writer alone', () => {
  const mac = macs({ OfANewerProgram: 'web' }).of(event, event.metadata);
  expect(macs({ OfANewerProgram: 'worker' }).misfit(event, mac)).toBe('its MAC does not match it');
});
