import { createHmac } from 'node:crypto';
import { openedPayment } from './started-payment.js';

/** Seals marks as the platform's own key would. */
export const seal = (text: string): string => createHmac('sha256', 'key').update(text).digest('hex');
/** RLUSD's issuer. */
export const RLUSD = 'rRlusd';

/** A purchase of five tokens, whose payer is about to pay. */
export const purchase = openedPayment('7f3b6a52-0d3f-4f7e-9d43-5f1f6b8f2a11', { payer: 'rBuyer', propertyName: null });
