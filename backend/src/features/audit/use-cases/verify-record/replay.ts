import type { DataSource } from 'typeorm';
import type { EventStore } from '#platform/event-store/event-store.js';
import type { StoredLog } from '#platform/event-store/stored-log.js';
import { verifyChain } from '#platform/event-store/verify-chain.js';
import type { Projection } from '#platform/projections/projection.js';
import { verifyReadModel, type Difference, type Verification } from '#platform/projections/verify.js';
import type { LedgerAnchors } from './ledger-anchors.js';

export interface ReplayDeps {
  log: StoredLog;
  db: DataSource;
  store: EventStore;
  projections: readonly Projection[];
  /** The anchors on the ledger; left out if no ledger is asked. */
  anchors?: LedgerAnchors;
}

/**
 * Verifies the chain, rebuilds every read model from the log beside the live ones, compares them, and reports the
 * findings line by line. Changes no live data.
 * @returns true if everything agrees
 */
export async function replay(
  { log, db, store, projections, anchors }: ReplayDeps,
  say: (line: string) => void,
): Promise<boolean> {
  const chain = await verifyChain(log, anchors?.found);
  say(`log: ${chain.verified} events, head ${chain.head}, hash ${chain.hash}`);
  if (chain.broken) say(`  BROKEN at position ${chain.broken.position}: ${chain.broken.reason}`);
  if (anchors) say(anchorsLine(anchors));
  let holds = !chain.broken && !(anchors && anchors.missing > 0);
  for (const projection of projections) {
    const verification = await verifyReadModel(db, store, projection);
    for (const line of linesOf(verification)) say(line);
    holds &&= verification.problem === null && verification.differences.length === 0;
  }
  say(holds ? 'Everything matches the log.' : 'NOT everything matches the log.');
  return holds;
}

const anchorsLine = ({ issuer, found, unproved, missing }: LedgerAnchors): string =>
  `anchors of ${issuer}: ${found.length} read from the ledger` +
  (unproved > 0 ? `, ${unproved} in ledgers that the node does not keep` : '') +
  (missing > 0 ? `, ${missing} MISSING from the ledger` : '');

function linesOf({ name, position, rows, differences, problem }: Verification): string[] {
  if (problem !== null) return [`${name}: PROBLEM: ${problem}`];
  const verdict = differences.length === 0 ? 'equal' : 'DIFFERENT';
  return [`${name}: ${rows} rows at position ${position}, ${verdict}`, ...differences.flatMap(differenceLines)];
}

function differenceLines({ table, onlyLive, onlyRebuilt }: Difference): string[] {
  const side = (what: string, { count, rows }: Difference['onlyLive']) => [
    ...(count > 0 ? [`  ${table}: ${count} rows ${what}`] : []),
    ...rows.map((row) => `    ${JSON.stringify(row)}`),
    ...(count > rows.length ? [`    … and ${count - rows.length} more`] : []),
  ];
  return [...side('only in the live table', onlyLive), ...side('only from the log', onlyRebuilt)];
}
