import { describe, expect, it } from '@jest/globals';
import { KeyAuthority } from './key-authority.js';
import { LedgerUnavailable, type AccountFacts } from './ledger-port.js';
import { operatorOf } from './xrpl-connection.js';

const DISABLED = 0x00100000;
const node = (facts: Partial<AccountFacts> | null | 'away') => ({
  account: async () => {
    if (facts === 'away') throw new LedgerUnavailable('away');
    return facts && ({ flags: 0, regularKey: null, ...facts } as AccountFacts);
  },
});
const naming = (regularKey: string | null) => node({ regularKey });
type Nodes = ReturnType<typeof node>[];
const keys = (nodes: Nodes, office: [string, string][] = []) => new KeyAuthority(new Map(office), () => nodes);

describe('which key signs for an account', () => {
  it('an office wallet has the one that the settings name, whatever nodes say, and also while none answers', async () => {
    const office: [string, string][] = [
      ['rAdmin', 'rAdmin'],
      ['rOfficer', 'rHerKey'],
    ];
    const lying = keys([naming('rThief'), naming('rThief')], office);
    expect(await lying.problem('rThief', 'rAdmin')).toMatch(/settings/);
    const away = keys([node('away')], office);
    expect(await away.problem('rAdmin', 'rAdmin')).toBeNull();
    expect(await away.problem('rHerKey', 'rOfficer')).toBeNull();
    expect(await away.problem('rOfficer', 'rOfficer')).toMatch(/settings/);
  });

  it('a master key counts with one node, unless any says that it is disabled', async () => {
    expect(await keys([node({}), node('away')]).problem('rOne', 'rOne')).toBeNull();
    expect(await keys([node(null)]).problem('rOne', 'rOne')).toBeNull();
    expect(await keys([node({}), node({ flags: DISABLED })]).problem('rOne', 'rOne')).toMatch(/disabled/);
    await expect(keys([node('away')]).problem('rOne', 'rOne')).rejects.toThrow(LedgerUnavailable);
  });

  it('one lying node names nobody a regular key', async () => {
    expect(await keys([naming('rThief'), naming(null)]).problem('rThief', 'rOne')).toMatch(/no authority/);
    expect(await keys([naming('rThief'), node(null)]).problem('rThief', 'rOne')).toMatch(/no authority/);
    await expect(keys([naming('rThief'), node('away')]).problem('rThief', 'rOne')).rejects.toThrow(LedgerUnavailable);
    expect(await keys([naming('rKey'), node('away'), naming('rKey')]).problem('rKey', 'rOne')).toBeNull();
    // With one address there is no second one to ask (docs/security.md).
    expect(await keys([naming('rKey')]).problem('rKey', 'rOne')).toBeNull();
  });

  it('a regular key that two operators named before counts while one is away, unless the other contradicts', async () => {
    const then = (...nodes: Nodes) =>
      new KeyAuthority(
        new Map(),
        () => nodes,
        async () => 'rKey',
      );
    expect(await then(naming('rKey'), node('away')).problem('rKey', 'rOne')).toBeNull();
    await expect(then(naming('rThief'), node('away')).problem('rThief', 'rOne')).rejects.toThrow(LedgerUnavailable);
    await expect(then(naming(null), node('away')).problem('rKey', 'rOne')).rejects.toThrow(LedgerUnavailable);
    await expect(then(node('away'), node('away')).problem('rKey', 'rOne')).rejects.toThrow(LedgerUnavailable);
    expect(await then(naming('rKey'), naming('rNew')).problem('rKey', 'rOne')).toMatch(/no authority/);
  });

  it('two addresses of one operator are one node', () => {
    expect(operatorOf('wss://s1.ripple.com')).toBe(operatorOf('wss://s2.ripple.com:51233'));
    expect(operatorOf('wss://xrplcluster.com')).not.toBe(operatorOf('wss://s1.ripple.com'));
    expect(operatorOf('ws://127.0.0.1:1')).not.toBe(operatorOf('ws://127.0.0.1:2'));
  });
});
