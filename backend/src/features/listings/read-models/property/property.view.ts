import type { LoanFields, PropertyView } from '@tknest/contracts/api';
import { effectiveAnnualBps, parseRlusd, percent, toNumber, yieldsOf } from '@tknest/contracts/money';
import type { Property } from './property.entity.js';

const hundredths = (bps: bigint) => Number(bps) / 100;

export const isPaused = ({
  pausedByAdmin,
  pausedByCheck,
}: Pick<Property, 'pausedByAdmin' | 'pausedByCheck'>): boolean => pausedByAdmin || pausedByCheck;
const isOnSale = (row: Property) =>
  row.status !== 'closed' && row.status !== 'closing' && !row.hidden && !isPaused(row);

/** The row in the shape of the specification's API. @param contractName the contract's file name */
export function viewOf(row: Property, loan: LoanFields, contractName: string | null): PropertyView {
  const perToken = parseRlusd(row.payoutPerToken);
  const price = parseRlusd(row.tokenPrice);
  const yields = yieldsOf(perToken, price, row.termMonths);
  return {
    id: row.id,
    name: row.name,
    address: row.address,
    location: row.address,
    propertyType: row.propertyType,
    ownerWallet: row.owner,
    monthlyRent: toNumber(parseRlusd(row.monthlyRent)),
    tokenCount: row.tokenCount,
    tokenPrice: toNumber(price),
    fundingGoal: toNumber(parseRlusd(row.fundingGoal)),
    fundingPurpose: row.fundingPurpose,
    tokenTermMonths: row.termMonths,
    monthlyRate: Number(row.monthlyRate),
    redemptionClause: row.redemptionClause,
    monthlyPayoutPerToken: toNumber(perToken),
    tokensSold: row.tokensSold,
    tokensReserved: row.tokensReserved,
    tokensAvailable: isOnSale(row) ? row.tokenCount - row.tokensSold - row.tokensReserved : 0,
    status: row.status,
    hidden: row.hidden,
    paused: isPaused(row),
    annualYield: hundredths(yields.annualYieldBps),
    effectiveAnnualRate: hundredths(effectiveAnnualBps(percent(row.monthlyRate))),
    profitOverTerm: hundredths(yields.lifetimeProfitBps),
    contract: row.contractId ? { id: row.contractId, fileName: contractName!, bytes: row.contractBytes! } : null,
    createdAt: row.createdAt,
    ...loan,
  };
}
