import { useOpenPaymentsQuery } from './api';

/** Why no payment can be started: one at a time. Null if none waits for its signature, or with `skip`. */
export function usePaymentWaiting(skip = false): string | null {
  const { data: open = [] } = useOpenPaymentsQuery(undefined, { skip });
  return open.some(({ status }) => status === 'pending') ? 'Sign or cancel your open payment first.' : null;
}
