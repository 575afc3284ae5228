import { toHex } from '../../codec/hash.js';
import { serialize } from '../../codec/serializer.js';
import type { LedgerEntry } from '../../state/entries.js';
import { ApiError, expectedField, invalidField } from '../errors.js';
import { entryTypeNamed } from '../entry-types.js';
import { chooseLedger, type LedgerChoice } from '../ledger-choice.js';
import { isTrue, limitParam } from '../params.js';
import type { Answer, Command, RequestContext } from '../request.js';
import { headerJson } from './ledger.js';

/** Entries of a page: of the JSON form, and of the shorter binary one. */
const PAGE = { json: 256, binary: 2048 } as const;

/** ledger_data: all entries of a ledger in the order of their keys, page by page. The header comes with the first page. */
export const ledgerData: Command = (context) => {
  const { params } = context;
  const ledger = chooseLedger(context.node, params);
  const from = markerParam(params['marker']);
  const binary = isTrue(params['binary']);
  const type = typeParam(params['type']);
  const limit = limitParam(params, PAGE[binary ? 'binary' : 'json']);
  const state: Answer[] = [];
  let marker: string | undefined;
  let seen = 0;
  for (const [index, entry] of entriesOf(context, ledger, from)) {
    if (seen++ === limit) {
      marker = index;
      break;
    }
    if (!type || entry.LedgerEntryType === type) state.push(binary ? { data: toHex(serialize(entry as never)), index } : { ...entry });
  }
  const header = ledger.closed ? headerJson(ledger.closed, context.apiVersion) : { closed: false, ledger_index: String(ledger.index) };
  return { ...(from === '' && { ledger: header }), ...(marker !== undefined && { marker }), state, ...ledger.fields };
};

function entriesOf({ node }: RequestContext, { closed }: LedgerChoice, from: string): Iterable<[string, LedgerEntry]> {
  if (closed) return closed.state.entries(from);
  const changes = [...node.open.state.changes].map(([index, c]) => [index, c.deleted ? undefined : c.entry] as const);
  return node.open.parent.state.with(changes).entries(from);
}

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
