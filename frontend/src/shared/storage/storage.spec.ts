import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { readFileSync } from 'node:fs';
import * as declared from './keys';
import type { StoredKey } from './stored-key';

const WALLET = 'rSampleSampleSampleSampleSample01';
const OTHER = 'rOtherOtherOtherOtherOtherOther01';
const UUID = '0b6c1c0e-7d1f-4a53-9f5e-3b1d2f6a7c88';
const REQUEST = {
  payloadUuid: 'u-1',
  qrCode: '/qr.png',
  deepLink: 'https://xaman.example/u-1',
  trustLimit: 1_000_000,
  expiresAt: '2026-12-04',
};

/** Every key with a text stored by an earlier version, and the value that is read from it. */
const SAMPLES: Record<
  string,
  readonly [place: Storage | null, name: string, of: string, text: string, value: unknown]
> = {
  COLOR_SCHEME: [localStorage, 'color-scheme', '', 'dark', 'dark'],
  SIGNED_IN: [localStorage, 'signed-in', '', 'yes', 'yes'],
  DEMO_ACCESS: [sessionStorage, 'demo-access', '', 'open', 'open'],
  TIME_ZONE: [localStorage, 'time-zone', '', 'utc', 'utc'],
  SINGLE_KEYS: [localStorage, 'single-keys', '', 'off', 'off'],
  USERS_AS: [localStorage, 'users-as', '', 'cards', 'cards'],
  PLACE: [sessionStorage, 'place', '', '1200', '1200'],
  DRAFTS: [sessionStorage, `draft:listing:${WALLET}`, `listing:${WALLET}`, '{"name":"Ida"}', { name: 'Ida' }],
  KYC_FORM: [localStorage, `kyc_formData:${WALLET}`, WALLET, '{"firstName":"Ida"}', { firstName: 'Ida' }],
  KYC_STEP: [localStorage, `kyc_step:${WALLET}`, WALLET, '3', '3'],
  VIEW: [sessionStorage, `view:${WALLET}:landlord`, `${WALLET}:landlord`, 'investor', 'investor'],
  OPEN_PAYMENTS: [sessionStorage, `following:${WALLET}`, WALLET, '["pay-1"]', ['pay-1']],
  LINE_REQUEST: [sessionStorage, `line-request:${WALLET}`, WALLET, JSON.stringify(REQUEST), REQUEST],
  INTENTS: [sessionStorage, 'intent:1abc', '1abc', UUID, UUID],
  SECRET_INTENTS: [null, 'intent:2def', '2def', UUID, UUID],
  INTENTS_OF: [sessionStorage, 'intents-of', '', WALLET, WALLET],
};
const OF_DEVICE = ['COLOR_SCHEME', 'SIGNED_IN', 'DEMO_ACCESS', 'TIME_ZONE', 'SINGLE_KEYS', 'USERS_AS', 'PLACE'];
const KEYS = Object.fromEntries(Object.entries(declared).filter(([, value]) => typeof value === 'object')) as Record<
  string,
  StoredKey<unknown>
>;
const all = Object.entries(SAMPLES).map(([name, sample]) => [name, KEYS[name]!, ...sample] as const);
const stored = all.filter(([, , place]) => place !== null);
const valuesNow = () => Object.fromEntries(all.map(([name, key, , , of]) => [name, key.read(of)]));

const denied = () => {
  throw new DOMException('Access is denied for this document.', 'SecurityError');
};
function switchOff(): void {
  jest.spyOn(window, 'localStorage', 'get').mockImplementation(denied);
  jest.spyOn(window, 'sessionStorage', 'get').mockImplementation(denied);
}
const fill = () =>
  void jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
/** Restores storage before the hooks after the test, which clear it. */
function whileRefused(refuse: () => void, test: () => void): void {
  refuse();
  try {
    test();
  } finally {
    jest.restoreAllMocks();
  }
}
const writeAll = () => all.forEach(([, key, , , of, , value]) => key.write(value, of));

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => all.forEach(([, key, , , of]) => key.write(null, of)));

it('the samples are those of all declared keys', () => {
  expect(Object.keys(SAMPLES).sort()).toEqual(Object.keys(KEYS).sort());
});

it('the script of index.html reads declared keys', () => {
  const names = [...readFileSync('frontend/index.html', 'utf8').matchAll(/kept\('(\w+)', '([\w-]+)'\)/g)];
  expect(names.map(([, place, name]) => [place, name])).toEqual([
    ['localStorage', 'color-scheme'],
    ['localStorage', 'signed-in'],
    ['sessionStorage', 'demo-access'],
  ]);
  for (const [, place, name] of names)
    expect(stored.some((one) => one[2] === window[place as 'localStorage'] && one[3] === name)).toBe(true);
});

describe('names and formats', () => {
  it.each(stored)(
    '%s reads what is stored today, and stores it in the same way',
    (_name, key, place, name, of, text, value) => {
      place!.setItem(name, text);
      expect(key.read(of)).toEqual(value);
      place!.clear();
      key.write(value, of);
      expect({ ...place }).toEqual({ [name]: text });
      key.write(null, of);
      expect(place).toHaveLength(0);
    },
  );
  it('a secret intent leaves no mark in storage', () => {
    declared.SECRET_INTENTS.write(UUID, '2def');
    expect(declared.SECRET_INTENTS.read('2def')).toBe(UUID);
    expect({ ...localStorage, ...sessionStorage }).toEqual({});
  });
  it.each(stored)('%s ignores what somebody has changed by hand', (_name, key, place, name, of) => {
    for (const broken of ['', '{', 'null', '"x"', '[1]', '{"payloadUuid":1}', 'x', '-1', '1e9', 'constructor']) {
      place!.setItem(name, broken);
      const read = key.read(of);
      if (read !== null) expect([broken, typeof read]).toEqual(['{"payloadUuid":1}', 'object']);
      if (key === declared.LINE_REQUEST || key === declared.OPEN_PAYMENTS) expect(read).toBeNull();
    }
  });
});

describe('storage that is switched off', () => {
  it('values are kept in memory, and can be removed', () =>
    whileRefused(switchOff, () => {
      const nothing = Object.fromEntries(all.map(([name]) => [name, null]));
      expect(valuesNow()).toEqual(nothing);
      writeAll();
      expect(valuesNow()).toEqual(Object.fromEntries(all.map(([name, , , , , , value]) => [name, value])));
      all.forEach(([, key, , , of]) => key.write(null, of));
      expect(valuesNow()).toEqual(nothing);
    }));
});

describe('storage that is full', () => {
  const of = `listing:${WALLET}`;
  const inStorage = () => sessionStorage.getItem(`draft:${of}`);

  it('what is stored stays readable; what could not be written is kept in memory and wins', () => {
    declared.DRAFTS.write({ name: 'old' }, of);
    declared.DRAFTS.write({ name: 'untouched' }, `other:${WALLET}`);
    whileRefused(fill, () => {
      expect(declared.DRAFTS.read(of)).toEqual({ name: 'old' });
      declared.DRAFTS.write({ name: 'new' }, of);
      expect(declared.DRAFTS.read(of)).toEqual({ name: 'new' });
      expect(declared.DRAFTS.read(`other:${WALLET}`)).toEqual({ name: 'untouched' });
      expect(inStorage()).toBe('{"name":"old"}');
    });
  });
  it('memory and storage agree after a later write', () => {
    whileRefused(fill, () => declared.DRAFTS.write({ name: 'in memory' }, of));
    declared.DRAFTS.write({ name: 'stored' }, of);
    expect(inStorage()).toBe('{"name":"stored"}');
    sessionStorage.setItem(`draft:${of}`, '{"name":"changed"}');
    expect(declared.DRAFTS.read(of)).toEqual({ name: 'changed' });
  });
  it('and after a removal, which works while it is full', () => {
    declared.DRAFTS.write({ name: 'old' }, of);
    whileRefused(fill, () => {
      declared.DRAFTS.write({ name: 'new' }, of);
      declared.DRAFTS.write(null, of);
      expect(inStorage()).toBeNull();
      expect(declared.DRAFTS.read(of)).toBeNull();
    });
  });
});

describe('the sign-out', () => {
  const left = () => Object.entries(valuesNow()).flatMap(([name, value]) => (value === null ? [] : [name]));

  it('forgets everything but the settings of the device', () => {
    writeAll();
    declared.forgetPersonal();
    expect(left()).toEqual(OF_DEVICE);
    expect(Object.keys({ ...localStorage, ...sessionStorage }).sort()).toEqual([
      'color-scheme',
      'demo-access',
      'place',
      'signed-in',
      'single-keys',
      'time-zone',
      'users-as',
    ]);
  });
  it.each([
    ['switched off', switchOff],
    ['full', fill],
  ])('also in memory, where storage is %s', (_how, refuse) =>
    whileRefused(refuse, () => {
      writeAll();
      expect(left()).toEqual(Object.keys(SAMPLES));
      declared.forgetPersonal();
      expect(left()).toEqual(OF_DEVICE);
    }),
  );
  it('another wallet finds only what is its own', () => {
    writeAll();
    const others = ['DRAFTS', 'KYC_FORM', 'KYC_STEP', 'VIEW', 'OPEN_PAYMENTS', 'LINE_REQUEST'];
    declared.DRAFTS.write({ reason: 'about somebody' }, declared.draftOf(`suspend:${WALLET}`, OTHER));
    declared.forgetOthers(WALLET);
    expect(left()).toEqual(Object.keys(SAMPLES));
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('about somebody');
    declared.forgetOthers(OTHER);
    expect(left()).toEqual(Object.keys(SAMPLES).filter((name) => !others.includes(name)));
  });
});

describe('another tab', () => {
  const { COLOR_SCHEME, TIME_ZONE, DRAFTS } = declared;
  const announce = (key: string | null) => window.dispatchEvent(new StorageEvent('storage', { key }));

  it.each(['color-scheme', null])('is heard when it changes a setting (%s)', (key) => {
    const heard = jest.fn();
    const stop = COLOR_SCHEME.subscribe(heard);
    const other = jest.fn();
    const stopOther = TIME_ZONE.subscribe(other);
    announce(key);
    expect(heard).toHaveBeenCalledTimes(1);
    expect(other).toHaveBeenCalledTimes(key ? 0 : 1);
    stop();
    stopOther();
    announce(key);
    expect(heard).toHaveBeenCalledTimes(1);
  });
  it('changes the scheme of this one', async () => {
    await import('../scheme/scheme');
    localStorage.setItem('color-scheme', 'dark');
    announce('color-scheme');
    expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'dark');
    localStorage.clear();
    announce(null);
    expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'light');
  });
  it.each(['color-scheme', null])('has written something newer than what this tab could not write (%s)', (key) => {
    whileRefused(fill, () => {
      COLOR_SCHEME.write('dark');
      DRAFTS.write({ name: 'in memory' }, `listing:${WALLET}`);
    });
    localStorage.setItem('color-scheme', 'light');
    announce(key);
    expect(COLOR_SCHEME.read()).toBe('light');
    expect(DRAFTS.read(`listing:${WALLET}`)).toEqual({ name: 'in memory' });
  });
});
