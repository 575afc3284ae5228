import { usePayByHandMutation } from '../api';
import { useOperation, type Operation } from './use-operation';

const PAYING: Operation = {
  name: 'payout',
  tag: 'Payouts',
  done: 'RLUSD Payout Sent',
  failed: 'Payout Failed',
  refused: ['Payout Error', 'Failed to send the payout'],
};

export interface PayoutWish {
  recipientAddress: string;
  amount: string;
  destinationTag: string;
  adminSeed: string;
  rlusdGateway: string;
}

/** Pays RLUSD manually. */
export function usePaying() {
  const [call, { isLoading: busy }] = usePayByHandMutation();
  return { busy, ...useOperation<PayoutWish>(PAYING, call) };
}
