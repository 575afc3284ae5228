import type { PaymentView } from '@tknest/contracts/api';
import { useEffect, useRef } from 'react';
import { usePolling } from '../attention/use-attended';
import { useSessionQuery } from '../session/api';
import { can } from '../session/can';
import { OPEN_PAYMENTS } from '../storage/keys';
import { api } from '../api/base-api';
import { useAppDispatch } from '../store/store';
import { showToast } from '../ui/toast/toast.slice';
import { useLazyPaymentQuery, useOpenPaymentsQuery } from './api';
import { endOf } from './payment-words';

const EVERY_MS = 10_000;

/** Payments that were open at the last poll, even before a reload. */
const read = (wallet: string): readonly string[] => OPEN_PAYMENTS.read(wallet) ?? [];

/**
 * Follows the signed-in user's open payments on every page, whether or not the dialog is open: reports how one ended,
 * and reloads what it changed.
 * @param shown the payment whose dialog is open: the dialog itself says why it failed
 * @returns the open ones
 */
export function useOpenPayments(shown: string | null): PaymentView[] {
  const { data: session } = useSessionQuery();
  const wallet = session?.walletAddress ?? '';
  const paying = can(session?.userRole, 'pay');
  const { currentData: open } = useOpenPaymentsQuery(undefined, { skip: !paying, ...usePolling(EVERY_MS) });
  const [ask] = useLazyPaymentQuery();
  const dispatch = useAppDispatch();
  const told = useRef(new Set<string>());
  useEffect(() => {
    if (!open || !wallet) return;
    const still = new Set(open.map(({ id }) => id));
    const gone = read(wallet).filter((id) => !still.has(id) && !told.current.has(id));
    OPEN_PAYMENTS.write([...still, ...gone], wallet);
    for (const id of gone) {
      told.current.add(id);
      void ask(id).then(({ data }) => {
        const end = data && endOf(data);
        // Not known yet; the next poll will tell.
        if (!end) return void told.current.delete(id);
        OPEN_PAYMENTS.write(
          read(wallet).filter((one) => one !== id),
          wallet,
        );
        if (id !== shown || end.tone === 'ok') dispatch(showToast(end));
        dispatch(api.util.invalidateTags(['Properties', 'Purchases']));
      });
    }
  }, [open, wallet, ask, dispatch, shown]);
  return open ?? [];
}
