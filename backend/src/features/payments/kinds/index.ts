import type { PaymentKind } from '@tknest/contracts/events';
import { directPayment } from './direct-payment.js';
import { propertyPurchase } from './property-purchase.js';
import type { Recipe } from './recipe.js';
import { refund } from './refund.js';

const RECIPES: Record<PaymentKind, Recipe> = {
  property_purchase: propertyPurchase,
  rlusd_payment: directPayment,
  refund,
  /** Named in old catalogues; begun by nothing yet. */
  principal_payback: { ...directPayment, kind: 'principal_payback' },
  deposit: { ...directPayment, kind: 'deposit' },
};

/** What is special about a kind of payment. */
export const recipeOf = ({ kind }: { kind: PaymentKind }): Recipe => RECIPES[kind];
