import { SetupAutoPaymentsRequest, type PaymentConfigView } from '@tknest/contracts/api';
import { resolveWith, problemsOf, type Problems } from '../../shared/form/contract-resolver';

/** The form of `/landlord-payments`: percent instead of the API's fraction (REQ-2.5.8, notes). */
export interface OwnerPaymentsForm {
  propertyId: string;
  monthlyRentAmount: string;
  payoutDay: string;
  platformFee: string;
  propertyOwnerWallet: string;
  escrowWallet: string;
  rlusdGateway: string;
  autoPayoutEnabled: boolean;
}

/** REQ-2.9.9. */
export const DEFAULTS = { payoutDay: '1', platformFee: '5', autoPayoutEnabled: true } as const;

/** A percentage as the API's fraction, converted as decimal text: 5 → 0.05, 7.25 → 0.0725. */
export function fractionOf(percentage: string): number {
  const match = /^(\d+)(?:\.(\d{1,2}))?$/.exec(percentage.trim());
  if (!match) return Number.NaN;
  return (Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))) / 10_000;
}

/** The request made from the fields' values. */
export const asRequest = (form: OwnerPaymentsForm): SetupAutoPaymentsRequest => ({
  propertyId: Number(form.propertyId),
  monthlyRentAmount: Number(form.monthlyRentAmount),
  payoutDay: Number(form.payoutDay),
  platformFeePercentage: fractionOf(form.platformFee),
  propertyOwnerWallet: form.propertyOwnerWallet.trim(),
  escrowWallet: form.escrowWallet.trim(),
  rlusdGateway: form.rlusdGateway.trim(),
  autoPayoutEnabled: form.autoPayoutEnabled,
});

/** Errors of the contract name the fraction, the form has percent. */
export function problemsIn(form: OwnerPaymentsForm): Problems {
  const { platformFeePercentage, ...others } = problemsOf(SetupAutoPaymentsRequest, asRequest(form));
  return platformFeePercentage ? { ...others, platformFee: platformFeePercentage } : others;
}
export const ownerPaymentsResolver = resolveWith<OwnerPaymentsForm>(problemsIn);

/** A stored configuration as the form's values. */
export const asForm = (config: PaymentConfigView): OwnerPaymentsForm => ({
  propertyId: String(config.propertyId),
  monthlyRentAmount: String(config.monthlyRentAmount),
  payoutDay: String(config.payoutDay),
  platformFee: String(Number((config.platformFeePercentage * 100).toFixed(2))),
  propertyOwnerWallet: config.propertyOwnerWallet,
  escrowWallet: config.escrowWallet,
  rlusdGateway: config.rlusdGateway,
  autoPayoutEnabled: config.autoPayoutEnabled,
});
