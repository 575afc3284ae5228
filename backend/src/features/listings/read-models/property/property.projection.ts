import type { ListingEvent } from '@tknest/contracts/events';
import type { Projection } from '#platform/projections/projection.js';
import { upsertRows, writeRows } from '#platform/projections/write-rows.js';
import { cityOf } from '../../city-of.js';
import { Property } from './property.entity.js';

/** The marketplace: properties with their sold and reserved tokens. */
export const propertyProjection: Projection<ListingEvent> = {
  name: 'properties',
  version: 1,
  tables: ['properties'],
  events: [
    'ListingCreated',
    'ContractAttached',
    'ContractFileDestroyed',
    'TokensReserved',
    'ReservationReleased',
    'TokensPurchased',
    'ListingFullyFunded',
    'ListingClosing',
    'ListingClosed',
    'ListingHidden',
    'ListingShown',
    'SalePaused',
    'SaleResumed',
  ],
  onError: 'halt',
  async apply(events, tx) {
    const page: Page = { created: [], changes: new Map(), contracts: new Map() };
    for (const event of events) fold(event, event.at, page);
    // New rows first; all other events are changes to existing rows.
    await upsertRows(tx, Property, page.created);
    await writeRows(
      tx,
      `update properties p set tokens_sold = p.tokens_sold + c.sold, tokens_reserved = p.tokens_reserved + c.reserved,
         status = coalesce(c.status, p.status), hidden = coalesce(c.hidden, p.hidden),
         paused_by_admin = coalesce(c.admin, p.paused_by_admin), paused_by_check = coalesce(c."check", p.paused_by_check)
       from jsonb_to_recordset($1)
         c (id int, sold int, reserved int, status text, hidden boolean, admin boolean, "check" boolean)
       where p.id = c.id`,
      page.changes.values(),
    );
    await writeRows(
      tx,
      `update properties p set contract_id = c.contract_id, contract_name_item = c.contract_name_item,
         contract_bytes = c.contract_bytes, contract_sha256 = c.contract_sha256
       from jsonb_populate_recordset(null::properties, $1) c where p.id = c.id`,
      page.contracts.values(),
    );
  },
};

const NO_CONTRACT = {
  contractId: null,
  contractNameItem: null,
  contractBytes: null,
  contractSha256: null,
};

/** The change that a page of events makes to a property's row. */
interface Change extends Partial<Pick<Property, 'status' | 'hidden'>> {
  id: number;
  /** Who pauses the sale from then on, or no longer does. */
  admin?: boolean;
  check?: boolean;
  /** Tokens sold and reserved, relative to before the page. */
  sold: number;
  reserved: number;
}

interface Page {
  created: Property[];
  changes: Map<number, Change>;
  /** The last change of each property's contract; one without a file means that the contract was destroyed. */
  contracts: Map<number, object>;
}

function fold(event: ListingEvent, at: string, { created, changes, contracts }: Page): void {
  const id = event.data.propertyId;
  const change = ({ sold = 0, reserved = 0, ...set }: Partial<Change>) => {
    const before = changes.get(id) ?? { id, sold: 0, reserved: 0 };
    changes.set(id, { ...before, ...set, sold: before.sold + sold, reserved: before.reserved + reserved });
  };
  switch (event.type) {
    case 'ListingCreated': {
      const { data } = event;
      created.push({
        id,
        owner: data.owner,
        name: data.name,
        address: data.address,
        city: cityOf(data.address),
        propertyType: data.propertyType ?? null,
        monthlyRent: data.monthlyRent,
        fundingGoal: data.fundingGoal,
        fundingPurpose: data.fundingPurpose,
        termMonths: data.tokenTermMonths,
        monthlyRate: data.monthlyRate,
        tokenPrice: data.tokenPrice,
        tokenCount: data.tokenCount,
        payoutPerToken: data.monthlyPayoutPerToken,
        redemptionClause: data.redemptionClause,
        tokensSold: 0,
        tokensReserved: 0,
        status: 'open',
        hidden: false,
        pausedByAdmin: false,
        pausedByCheck: false,
        ...NO_CONTRACT,
        createdAt: at,
      });
      return;
    }
    case 'ContractAttached': {
      const { documentId, nameItem, bytes, sha256 } = event.data;
      contracts.set(id, {
        id,
        contract_id: documentId,
        contract_name_item: nameItem,
        contract_bytes: bytes,
        contract_sha256: sha256,
      });
      return;
    }
    case 'ContractFileDestroyed':
      return void contracts.set(id, { id });
    case 'TokensReserved':
      return change({ reserved: event.data.tokens });
    case 'ReservationReleased':
      return change({ reserved: -event.data.tokens });
    case 'TokensPurchased':
      return change({ sold: event.data.tokens, reserved: -event.data.tokens });
    case 'ListingFullyFunded':
      return change({ status: 'funded' });
    case 'ListingClosing':
      return change({ status: 'closing' });
    case 'ListingClosed':
      return change({ status: 'closed' });
    case 'ListingHidden':
    case 'ListingShown':
      return change({ hidden: event.type === 'ListingHidden' });
    case 'SalePaused':
    case 'SaleResumed':
      return change({ [event.data.by]: event.type === 'SalePaused' });
  }
}
