import { Client, dropsToXrp, xrpToDrops } from 'xrpl';
import type { Config } from '#platform/config/config.js';
import { ANSWER_MS, ok, warning, reasonOf, failure, type Finding } from './finding.js';

/** Network identifiers of the public networks; a node of the main network need not report its own. */
const NETWORK_IDS: Readonly<Record<string, number>> = { MAINNET: 0, TESTNET: 1, DEVNET: 2 };
/** Seconds from 1970 to 2000, the epoch of ledger times. */
const RIPPLE_EPOCH = 946_684_800;
/** The largest normal age of a ledger: one closes every four seconds, and its time may be rounded to thirty. */
const LEDGER_AGE_MAX_S = 60;
const CLOCK_MAX_S = 45;
/** Three days of ledgers: enough for a payment that nobody handles over a weekend. */
const HISTORY = 65_000;
const SYNCED = new Set(['full', 'proposing', 'validating']);
/** The ledger entry that lists the network's enabled amendments. */
const AMENDMENTS = '7DB0788C020F02780A673DC74757F23823FA3014C1866E72CC4CD8B226CD6EF4';
/** Tokens are redeemed by clawback: Clawback. */
const NEEDED: Readonly<Record<string, string>> = {
  Clawback: '56B241D7A43D40354D02A9DC4C8DF5C7A1F930D92A9035C4E12291B3CA3E1C2B',
};

/** The relevant properties of a node. */
export interface NodeFacts {
  networkId: number | undefined;
  state: string;
  /** `100-200,205-300`, or `empty`. */
  history: string;
  /** Close time of the last validated ledger in seconds since 1970; null if there is none. */
  closed: number | null;
  /** Identifiers of the enabled amendments; null if the node does not report them. */
  amendments: readonly string[] | null;
  /** Whether RLUSD's issuer has an account there. */
  issuer: boolean;
  /** Drops. */
  reserves: { base: bigint; increment: bigint };
  /** The current cost of a transaction, in drops. */
  fee: bigint;
}

/** Checks each configured node, and what the platform's accounts need there. */
export async function ledgerFindings({ xrpl, maxNetworkFeeDrops }: Config): Promise<Finding[]> {
  const findings: Finding[] = [];
  let reserves: NodeFacts['reserves'] | undefined;
  for (const url of xrpl.urls) {
    const subject = `Ledger ${new URL(url).host}`;
    try {
      const facts = await factsOf(url, xrpl.rlusdIssuer);
      reserves ??= facts.reserves;
      findings.push(...judgedNode(subject, facts, { network: xrpl.network, maxNetworkFeeDrops }));
    } catch (error) {
      findings.push(failure(subject, `cannot be reached: ${reasonOf(error)}`));
    }
  }
  return reserves ? [...findings, costFinding(reserves)] : findings;
}

async function factsOf(url: string, issuer: string): Promise<NodeFacts> {
  const client = new Client(url, { connectionTimeout: ANSWER_MS, timeout: ANSWER_MS });
  try {
    await client.connect();
    const { info } = (await client.request({ command: 'server_info' })).result;
    const { validated_ledger: ledger } = info;
    const closed = ledger
      ? (await client.request({ command: 'ledger', ledger_index: 'validated' })).result.ledger.close_time
      : null;
    const { drops } = (await client.request({ command: 'fee' })).result;
    return {
      networkId: info.network_id,
      state: info.server_state,
      history: info.complete_ledgers,
      closed: closed === null ? null : Number(closed) + RIPPLE_EPOCH,
      amendments: await amendmentsOf(client),
      issuer: await hasAccount(client, issuer),
      reserves: {
        base: BigInt(xrpToDrops(ledger?.reserve_base_xrp ?? 0)),
        increment: BigInt(xrpToDrops(ledger?.reserve_inc_xrp ?? 0)),
      },
      fee: BigInt(drops.open_ledger_fee),
    };
  } finally {
    await client.disconnect().catch(() => {});
  }
}

async function amendmentsOf(client: Client): Promise<readonly string[] | null> {
  try {
    const { node } = (await client.request({ command: 'ledger_entry', index: AMENDMENTS, ledger_index: 'validated' }))
      .result;
    return (node as { Amendments?: string[] }).Amendments ?? [];
  } catch {
    return null;
  }
}

const hasAccount = (client: Client, account: string): Promise<boolean> =>
  client.request({ command: 'account_info', account, ledger_index: 'validated' }).then(
    () => true,
    (error: { data?: { error?: string } }) => {
      if (error.data?.error === 'actNotFound') return false;
      throw error;
    },
  );

/** How many ledgers the node has without a gap, up to its newest. */
export function unbrokenLedgers(history: string): number {
  const [first = NaN, last = first] = (history.split(',').at(-1) ?? '').split('-').map(Number);
  return Number.isInteger(first) && Number.isInteger(last) ? last - first + 1 : 0;
}

/** @param asked the network in the settings, and the most that a transaction may cost, in drops */
export function judgedNode(
  subject: string,
  facts: NodeFacts,
  asked: { network: string; maxNetworkFeeDrops: bigint },
  now = Date.now() / 1000,
): Finding[] {
  const found: Finding[] = [];
  const expected = NETWORK_IDS[asked.network.toUpperCase()];
  if (expected !== undefined && (facts.networkId ?? 0) !== expected)
    found.push(
      failure(subject, `is on network ${facts.networkId ?? 0}, but XRPL_NETWORK=${asked.network} means ${expected}`),
    );
  // It closes ledgers only on request, so their age means nothing.
  const alone = facts.state === 'standalone';
  if (alone) found.push(warning(subject, 'is standalone: it belongs to no public network'));
  else if (!SYNCED.has(facts.state))
    found.push(failure(subject, `is not synchronized with its network: ${facts.state}`));
  if (facts.closed === null) found.push(failure(subject, 'has no validated ledger yet'));
  else if (!alone && facts.closed - now > CLOCK_MAX_S)
    found.push(failure(subject, 'is ahead of this machine’s clock: set the clock by NTP'));
  else if (!alone && now - facts.closed > LEDGER_AGE_MAX_S)
    found.push(failure(subject, 'has no ledger from the last minute: it is behind, or this machine’s clock is ahead'));
  const missing = Object.entries(NEEDED).flatMap(([name, id]) =>
    facts.amendments?.includes(id) === false ? [name] : [],
  );
  if (missing.length > 0) found.push(failure(subject, `its network lacks ${missing.join(', ')}`));
  if (!facts.issuer)
    found.push(failure(subject, 'RLUSD_ISSUER has no account there: does it belong to another network?'));
  if (facts.fee > asked.maxNetworkFeeDrops)
    found.push(
      warning(
        subject,
        `charges ${facts.fee} drops for a transaction now: above MAX_NETWORK_FEE_DROPS nothing is signed`,
      ),
    );
  if (unbrokenLedgers(facts.history) < HISTORY)
    found.push(warning(subject, 'has less than three days of history: add a node that has more'));
  if (found.some(({ level }) => level === 'failure')) return found;
  return [ok(subject, `${asked.network}, ${facts.state}, ${unbrokenLedgers(facts.history)} ledgers`), ...found];
}

/**
 * Objects that each account of the platform owns after its setup: tickets and, for two accounts, the RLUSD trust line.
 */
const OBJECTS: Readonly<Record<string, number>> = { issuer: 240, 'fee wallet': 6, 'payout escrow': 241 };
/** Drops that each keeps for a day's network fees. */
const FEES_DROPS = 5_000_000n;

/** The XRP that the three accounts need before the platform sets them up. */
export function costFinding({ base, increment }: NodeFacts['reserves']): Finding {
  const needed = Object.entries(OBJECTS).map(
    ([name, objects]) => [name, base + BigInt(objects) * increment + FEES_DROPS] as const,
  );
  const sum = needed.reduce((total, [, drops]) => total + drops, 0n);
  const each = needed.map(([name, drops]) => `${name} ${dropsToXrp(String(drops))}`).join(', ');
  return ok('XRP needed', `${dropsToXrp(String(sum))} in all, nearly all of it reserves: ${each}`);
}
