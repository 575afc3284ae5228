import type { Pool } from 'pg';
import type { KeyRing } from '#platform/vault/key-ring.js';
import { askMacs, genuine, type Answered, type KeyAsked } from '#platform/vault/regular-key.js';
import { WorkerRequests } from '#platform/worker-requests/worker-requests.js';

/** The accounts' names on the command line. */
export const ACCOUNTS: Readonly<Record<string, string>> = {
  issuer: 'issuer',
  escrow: 'payoutEscrow',
  'fee-wallet': 'feeWallet',
};

const ANSWER_WITHIN_MS = 20_000;
const LOOK_EVERY_MS = 1_000;
const pause = () => new Promise<void>((resolve) => setTimeout(resolve, LOOK_EVERY_MS));

const WORDS = {
  made: 'waiting to begin',
  begun: 'waiting for transactions that the old key has signed; then the new key is set on the ledger',
  set: 'the ledger has the new key; the master key is being disabled',
};

interface Changing {
  pool: Pool;
  ring: KeyRing;
  databaseUrl: string;
  account: string;
  /** The new key is in a backup, so it may be used. */
  isBackedUp: boolean;
  say(line: string): void;
}

/**
 * Has a running worker change the key that signs for an account: the key is made first, and set once it is in a backup.
 * @throws the worker's refusals; WorkerAway if none is running
 */
export async function changeRegularKey({ pool, ring, databaseUrl, account, isBackedUp, say }: Changing): Promise<void> {
  const requests = new WorkerRequests(pool, { role: 'web', databaseUrl }, { held: () => [] } as never, ring);
  requests.onApplicationBootstrap();
  const ask = async (step: KeyAsked['step']) => {
    const [name, at] = [ACCOUNTS[account]!, new Date().toISOString()];
    const asked: KeyAsked = { name, step, at, mac: askMacs(ring).of(name, step, at).toString('hex') };
    return genuine(ring, asked, await requests.ask<Answered>('regular-key', asked, { withinMs: ANSWER_WITHIN_MS }));
  };
  try {
    const before = await ask('show');
    if (!isBackedUp) return tellMade(account, (await ask('make')).change!.address, say);
    if (!before.change) throw new Error(`There is no new key for ${account} yet. Run this without --backed-up first.`);
    say(`${before.address} (${account}) signs with ${before.regularKey ?? 'its master key'}.`);
    let standing = await ask('begin');
    for (let told = ''; standing.change; await pause(), standing = await ask('show')) {
      const words = WORDS[standing.change.step];
      if (words !== told) say(`${standing.change.address}: ${words}.`);
      told = words;
    }
    say(
      `${account} signs with ${standing.regularKey}. Its master key is ${standing.isMasterDisabled ? '' : 'NOT '}disabled.`,
    );
    say('Take a backup now. Backups from before this change lack the key that signs, or contain a replaced one:');
    say('a platform restored from such a backup cannot sign. Destroy them once nobody needs them (docs/security.md).');
  } finally {
    await requests.onApplicationShutdown();
  }
}

function tellMade(account: string, address: string, say: (line: string) => void): void {
  say(`A new regular key for ${account} is in the vault: ${address}. It is not in use yet.`);
  say(
    'Back up the database and the signer key file now. Then: npm run keys -- regular-key ' + `${account} --backed-up`,
  );
}
