import type { WalletInfoView } from '@tknest/contracts/api';
import { POLLING, WALLET } from '@tknest/contracts/rules';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useShown, type Shown } from '../../../../shared/api/use-shown';
import { usePolling } from '../../../../shared/attention/use-attended';
import { useSessionQuery } from '../../../../shared/session/api';
import { useWalletInfoQuery } from '../../../../shared/wallets/api';

export const CHECKPOINTS = [
  'Role selected',
  'Wallet connected',
  'Trustline setup',
  'Wallet funded',
  'Complete',
] as const;

/** REQ-1.5.23: the pattern of an address; the server decides whether it is valid. */
export const looksLikeAddress = (text: string) => text.startsWith('r') && text.length >= WALLET.minLength;

export interface Setup {
  role: string | null;
  wallet: string | null;
  /** Whether a signature has proved the wallet's ownership. */
  own: boolean;
  /** Whether the address names a wallet other than the signed-in one. */
  stranger: string | null;
  /** The wallet's state on the ledger. */
  info: Shown<WalletInfoView>;
  /** Asks the ledger again. */
  look(): Promise<{ data?: WalletInfoView; isError: boolean }>;
  /** Whether each of the first four checkpoints is done. */
  true: readonly [boolean, boolean, boolean, boolean];
  /** The open step: 1 to 4, or 5 if all are done. */
  step: number;
  /** The user arrived with role, wallet and kycStatus=verified, so it completes by itself (REQ-1.4.6). */
  byItself: boolean;
  stay(): void;
  choose(name: 'role' | 'wallet', value: string | null): void;
}

/**
 * The state of the setup. Role and wallet are the session's, or for a visitor the address's; trust line and funds are
 * the ledger's. Nothing else is stored, so a reload shows the same state, and another wallet its own.
 */
export function useSetup(): Setup {
  const [params, setParams] = useSearchParams();
  const { data: session } = useSessionQuery();
  const named = params.get('wallet') ?? '';
  const asked = params.get('role');
  const own = session?.walletAddress ?? null;
  const wallet = own ?? (looksLikeAddress(named) ? named : null);
  const role = session?.userRole ?? (asked === 'landlord' || asked === 'investor' ? asked : null);
  const query = useWalletInfoQuery(wallet ?? '', { skip: wallet === null, ...usePolling(POLLING.trustStatus) });
  const info = useShown(query);
  const line = info.data?.trustlineStatus === 'active' ? info.data : null;
  const done = [role !== null, wallet !== null, line !== null, line !== null && line.rlusdBalance > 0] as const;
  const stranger = own && named && named !== own ? named : null;
  const complete = role !== null && wallet !== null && !stranger && params.get('kycStatus') === 'verified';
  // The state when the page was opened: a choice made here does not complete the setup by itself.
  const [loaded, setLoaded] = useState(complete && named !== '');
  const set = (values: Record<string, string | null>, replace: boolean) =>
    setParams(
      (before) => {
        for (const [name, value] of Object.entries(values))
          if (value === null) before.delete(name);
          else before.set(name, value);
        return before;
      },
      { replace },
    );
  return {
    role,
    wallet,
    own: own !== null,
    stranger,
    info,
    look: () => query.refetch(),
    true: done,
    step: done.includes(false) ? done.indexOf(false) + 1 : 5,
    byItself: loaded && complete,
    stay: () => {
      setLoaded(false);
      set({ kycStatus: null }, true);
    },
    // A choice made here replaces the values from the address.
    choose: (name, value) => set({ [name]: value, kycStatus: null }, false),
  };
}
