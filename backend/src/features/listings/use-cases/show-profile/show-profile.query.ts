import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { PropertyDetailsView, PropertyProfileView, PropertyView } from '@tknest/contracts/api';
import { parseRlusd, toNumber, type Day } from '@tknest/contracts/money';
import { PROPERTY_MOMENTS } from '@tknest/contracts/rules';
import { DataSource } from 'typeorm';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import type { Session } from '#platform/sessions/session.js';
import { ToldStanding } from '#features/identity/module.public.js';
import { comingDueDate, loanFieldsAmong, loansOf } from '#features/loans/readers.public.js';
import { marketRecordOf } from '#features/recommendations/readers.public.js';
import { ContractNames } from '../../contract-names.js';
import { isNear, mayFind } from '../../may-find.js';
import { propertyNotFound } from '../../property-not-found.js';
import { LatePayment, PropertyMomentRow } from '../../read-models/history/history.entities.js';
import { Property } from '../../read-models/property/property.entity.js';
import { viewOf } from '../../read-models/property/property.view.js';
import { holderBand, shareBand } from './bands.js';

/** A property's page, as much of it as this caller may see. */
export class ShowProfile extends Query<PropertyProfileView> {
  constructor(
    readonly propertyId: number,
    readonly session: Session | null,
  ) {
    super();
  }
}

@QueryHandler(ShowProfile)
export class ShowProfileHandler implements IQueryHandler<ShowProfile> {
  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly standing: ToldStanding,
    private readonly names: ContractNames,
  ) {}

  /** @throws Refused (404) */
  async execute({ propertyId, session }: ShowProfile): Promise<PropertyProfileView> {
    const row = await this.db.getRepository(Property).findOneBy({ id: propertyId });
    const listing = await mayFind(this.store, row, session);
    if (!row) throw propertyNotFound();
    const seesDetails = isNear(listing, session) || (await this.isVerifiedInvestor(session));
    const [loanOf, moments, holders, { risk, landlord }, verified, fileName, late, loans] = await Promise.all([
      loanFieldsAmong([propertyId], this.db),
      this.db.getRepository(PropertyMomentRow).findBy({ propertyId }),
      this.holdersOf(propertyId),
      marketRecordOf(propertyId, row.owner, this.db),
      this.standing.isVerified(row.owner, 'landlord'),
      seesDetails ? this.names.of(row) : null,
      seesDetails ? this.db.getRepository(LatePayment).find({ where: { propertyId }, order: { dueDate: 'DESC' } }) : [],
      seesDetails ? loansOf([propertyId], this.db) : null,
    ]);
    const view = viewOf(row, loanOf(propertyId), fileName);
    const at = ({ kind }: PropertyMomentRow) => PROPERTY_MOMENTS.indexOf(kind);
    return {
      ...termsOf(view),
      city: row.city,
      moments: moments.sort((a, b) => at(a) - at(b)).map(({ kind, date }) => ({ kind, date })),
      holders,
      risk,
      landlord: { verified, ...landlord },
      hasContract: row.contractId !== null,
      own: session?.wallet === listing.owner,
      details: seesDetails ? detailsOf(view, row, late, comingDueDate(loans?.get(propertyId))) : null,
    };
  }

  private async isVerifiedInvestor(session: Session | null): Promise<boolean> {
    return session !== null && (await this.standing.isVerified(session.wallet, 'investor'));
  }

  private async holdersOf(propertyId: number): Promise<PropertyProfileView['holders']> {
    const [row] = await this.db.query<[{ holders: number; held: number; largest: number }]>(
      `select count(*)::int as holders, coalesce(sum(tokens), 0)::int as held, coalesce(max(tokens), 0) as largest
       from property_holdings where property_id = $1 and tokens > 0`,
      [propertyId],
    );
    return { count: holderBand(row.holders), largestShare: shareBand(row.largest, row.held) };
  }
}

/** Public fields, named one by one: a field added to a property's view is not public until it is named here. */
const termsOf = (view: PropertyView) => ({
  id: view.id,
  name: view.name,
  propertyType: view.propertyType,
  monthlyRent: view.monthlyRent,
  fundingGoal: view.fundingGoal,
  fundingPurpose: view.fundingPurpose,
  tokenTermMonths: view.tokenTermMonths,
  monthlyRate: view.monthlyRate,
  redemptionClause: view.redemptionClause,
  tokenPrice: view.tokenPrice,
  tokenCount: view.tokenCount,
  tokensSold: view.tokensSold,
  tokensAvailable: view.tokensAvailable,
  monthlyPayoutPerToken: view.monthlyPayoutPerToken,
  annualYield: view.annualYield,
  effectiveAnnualRate: view.effectiveAnnualRate,
  profitOverTerm: view.profitOverTerm,
  status: view.status,
  hidden: view.hidden,
  paused: view.paused,
  loanStatus: view.loanStatus,
});

const detailsOf = (
  view: PropertyView,
  row: Property,
  late: readonly LatePayment[],
  comingDue: Day | null,
): PropertyDetailsView => ({
  address: row.address,
  contract: view.contract && {
    fileName: view.contract.fileName,
    bytes: view.contract.bytes,
    sha256: row.contractSha256,
  },
  loan:
    view.loanStatus === null
      ? null
      : {
          principal: view.loanPrincipal!,
          monthlyPayment: view.monthlyPaymentAmount!,
          remainingBalance: view.remainingBalance!,
          nextPaymentDue: view.nextPaymentDue,
          comingDue,
          arrears: view.arrears!,
        },
  latePayments: late.map(({ dueDate, amount, paidOn }) => ({ dueDate, amount: toNumber(parseRlusd(amount)), paidOn })),
});
