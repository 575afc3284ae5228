import type { PaymentKind } from '@tknest/contracts/events';
import { deposit } from './deposit.js';
import { directPayment } from './direct-payment.js';
import { fee } from './fee.js';
import { principalPayback } from './principal-payback.js';
import { propertyPurchase } from './property-purchase.js';
import type { Recipe } from './recipe.js';
import { refund } from './refund.js';

const RECIPES: Record<PaymentKind, Recipe> = {
  property_purchase: propertyPurchase,
  rlusd_payment: directPayment,
  refund,
  principal_payback: principalPayback,
  deposit,
  fee,
};

/** The rules of a kind of payment. */
export const recipeOf = ({ kind }: { kind: PaymentKind }): Recipe => RECIPES[kind];

/** Whether tokens are issued for it; other payments are complete with the principal. */
export const issuesTokens = (payment: { kind: PaymentKind }): boolean => recipeOf(payment).issuesTokens;
