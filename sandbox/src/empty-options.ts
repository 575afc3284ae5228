import path from 'node:path';
import { parseArgs } from 'node:util';
import { SWITCHABLE_AMENDMENTS } from './ledger/index.js';

/** Command-line options of a ledger node alone. All but the faucet only affect a new chain. */
export interface EmptyNodeOptions {
  /** Absent: the chain lives in memory. */
  readonly dataDir?: string;
  readonly networkId?: number;
  readonly reserves?: { readonly base: bigint; readonly increment: bigint };
  readonly without?: readonly string[];
  readonly faucet?: boolean;
  /** Closed ledgers that it keeps, the newest. */
  readonly history?: number;
}

const LARGEST_NETWORK = 0xffff_ffff;
export const FEWEST_LEDGERS = 16;

/** Reads `--empty --data … --network-id … …`; every complaint names its option. */
export function readEmptyOptions(args: readonly string[]): EmptyNodeOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      empty: { type: 'boolean' },
      data: { type: 'string' },
      'network-id': { type: 'string' },
      'reserve-base': { type: 'string' },
      'reserve-increment': { type: 'string' },
      without: { type: 'string' },
      faucet: { type: 'boolean' },
      history: { type: 'string' },
    },
  });
  const [base, increment] = [values['reserve-base'], values['reserve-increment']];
  if ((base === undefined) !== (increment === undefined))
    throw new Error('--reserve-base and --reserve-increment must be given together.');
  return {
    ...(values.data !== undefined && { dataDir: path.resolve(values.data) }),
    ...(values['network-id'] !== undefined && { networkId: networkId(values['network-id']) }),
    ...(base !== undefined && {
      reserves: { base: drops('--reserve-base', base), increment: drops('--reserve-increment', increment!) },
    }),
    ...(values.without !== undefined && { without: amendments(values.without) }),
    ...(values.history !== undefined && { history: ledgersKept('--history', values.history) }),
    faucet: values.faucet ?? false,
  };
}

/** How many ledgers a node keeps. @throws Error naming the option */
export function ledgersKept(option: string, text: string): number {
  const ledgers = Number(text);
  if (!/^\d{1,9}$/.test(text) || ledgers < FEWEST_LEDGERS)
    throw new Error(`${option} must be a whole number of ledgers, ${FEWEST_LEDGERS} or more, not "${text}".`);
  return ledgers;
}

function networkId(text: string): number {
  const id = Number(text);
  if (!/^\d+$/.test(text) || id > LARGEST_NETWORK)
    throw new Error(`--network-id must be a whole number, at most ${LARGEST_NETWORK}, not "${text}".`);
  return id;
}

function drops(option: string, text: string): bigint {
  if (!/^\d{1,17}$/.test(text)) throw new Error(`${option} must be a whole number of drops, not "${text}".`);
  return BigInt(text);
}

function amendments(text: string): string[] {
  const names = text.split(',');
  for (const name of names)
    if (!SWITCHABLE_AMENDMENTS.includes(name))
      throw new Error(`--without knows ${SWITCHABLE_AMENDMENTS.join(', ')}: "${name}".`);
  return names;
}
