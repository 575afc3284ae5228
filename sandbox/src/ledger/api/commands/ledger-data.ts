import { toHex } from '../../codec/hash.js';
import { serialize } from '../../codec/serializer.js';
import type { LedgerEntry } from '../../state/entries.js';
import { expectedField, invalidField } from '../errors.js';
import { entryTypeNamed } from '../entry-types.js';
import { chooseLedger, type LedgerChoice } from '../ledger-choice.js';
import { isTrue } from '../params.js';
import type { Answer, Command, RequestContext } from '../request.js';
import { headerJson } from './ledger.js';

/** Entries of a page: of the JSON form, and of the shorter binary one. */
const PAGE = { json: 256, binary: 2048 } as const;

/**
 * ledger_data: all entries of a ledger in the order of their keys, page by page. The header comes with the first page.
 */
export const ledgerData: Command = (context) => {
  const { params } = context;
  const ledger = chooseLedger(context.node, params);
  const from = markerParam(params['marker']);
  const binary = isTrue(params['binary']);
  const type = typeParam(params['type']);
  const limit = limitOf(params['limit'], PAGE[binary ? 'binary' : 'json']);
  const state: Answer[] = [];
  let marker: string | undefined;
  let seen = 0;
  for (const [index, entry] of entriesOf(context, ledger, from)) {
    if (index === from) continue;
    if (seen++ === limit) {
      marker = keyBefore(index);
      break;
    }
    if (!type || entry.LedgerEntryType === type)
      state.push(binary ? { data: toHex(serialize(entry as never)), index } : { ...entry });
  }
  const header = ledger.closed
    ? headerJson(ledger.closed, context.apiVersion, binary)
    : { closed: false, ledger_index: String(ledger.index) };
  return { ...(from === '' && { ledger: header }), ...(marker !== undefined && { marker }), state, ...ledger.fields };
};

function entriesOf({ node }: RequestContext, { closed }: LedgerChoice, from: string): Iterable<[string, LedgerEntry]> {
  if (closed) return closed.state.entries(from);
  const changes = [...node.open.state.changes].map(([index, c]) => [index, c.deleted ? undefined : c.entry] as const);
  return node.open.parent.state.with(changes).entries(from);
}

/** Unlike elsewhere zero is a page size here, and a negative one the usual. */
function limitOf(limit: unknown, byDefault: number): number {
  if (limit === undefined) return byDefault;
  if (typeof limit !== 'number' || !Number.isInteger(limit)) throw expectedField('limit', 'integer');
  return limit < 0 ? byDefault : limit;
}

/** A marker is the key just before the next entry's. */
const keyBefore = (index: string): string => (BigInt(`0x${index}`) - 1n).toString(16).toUpperCase().padStart(64, '0');

function markerParam(marker: unknown): string {
  if (marker === undefined) return '';
  if (typeof marker !== 'string' || !/^[0-9A-Fa-f]{64}$/.test(marker)) throw expectedField('marker', 'valid');
  return marker.toUpperCase();
}

function typeParam(type: unknown): string | undefined {
  if (type === undefined) return undefined;
  if (typeof type !== 'string') throw expectedField('type', 'string');
  const name = entryTypeNamed(type);
  if (!name) throw invalidField('type');
  return name;
}
