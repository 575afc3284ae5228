import type { LoanFields, MarketPropertyView, PropertyView } from '@tknest/contracts/api';
import { effectiveAnnualBps, parseRlusd, percent, toNumber, yieldsOf } from '@tknest/contracts/money';
import type { Property } from './property.entity.js';

const hundredths = (bps: bigint) => Number(bps) / 100;

const isPaused = ({ pausedByAdmin, pausedByCheck }: Pick<Property, 'pausedByAdmin' | 'pausedByCheck'>): boolean =>
  pausedByAdmin || pausedByCheck;
const isOnSale = (row: Property) =>
  row.status !== 'closed' && row.status !== 'closing' && !row.hidden && !isPaused(row);

/**
 * What everybody may see of a property in the marketplace. Named one by one: a field added to a property's view is not
 * public until it is named here.
 */
export function marketViewOf(row: Property): MarketPropertyView {
  const perToken = parseRlusd(row.payoutPerToken);
  const price = parseRlusd(row.tokenPrice);
  return {
    id: row.id,
    name: row.name,
    city: row.city,
    propertyType: row.propertyType,
    monthlyRent: toNumber(parseRlusd(row.monthlyRent)),
    tokenCount: row.tokenCount,
    tokenPrice: toNumber(price),
    fundingGoal: toNumber(parseRlusd(row.fundingGoal)),
    fundingPurpose: row.fundingPurpose,
    tokenTermMonths: row.termMonths,
    monthlyRate: Number(row.monthlyRate),
    monthlyPayoutPerToken: toNumber(perToken),
    tokensSold: row.tokensSold,
    tokensAvailable: isOnSale(row) ? row.tokenCount - row.tokensSold - row.tokensReserved : 0,
    status: row.status,
    paused: isPaused(row),
    annualYield: hundredths(yieldsOf(perToken, price, row.termMonths).annualYieldBps),
  };
}

/** The row in the shape of the specification's API. @param contractName the contract's file name */
export function viewOf(row: Property, loan: LoanFields, contractName: string | null): PropertyView {
  const { city: _, ...market } = marketViewOf(row);
  const yields = yieldsOf(parseRlusd(row.payoutPerToken), parseRlusd(row.tokenPrice), row.termMonths);
  return {
    ...market,
    address: row.address,
    location: row.address,
    ownerWallet: row.owner,
    redemptionClause: row.redemptionClause,
    tokensReserved: row.tokensReserved,
    hidden: row.hidden,
    effectiveAnnualRate: hundredths(effectiveAnnualBps(percent(row.monthlyRate))),
    profitOverTerm: hundredths(yields.lifetimeProfitBps),
    contract: row.contractId ? { id: row.contractId, fileName: contractName!, bytes: row.contractBytes! } : null,
    createdAt: row.createdAt,
    ...loan,
  };
}
