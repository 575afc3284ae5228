import type { WalletInfoView } from '@tknest/contracts/api';
import { api, thenAskAgain } from '../../../../shared/api/base-api';

const of = (wallet: string) => `api/wallets/${encodeURIComponent(wallet)}`;

export const setupApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A wallet as the ledger has it; anybody may look. */
    walletInfo: build.query<WalletInfoView, string>({
      query: (wallet) => ({ url: of(wallet) }),
      providesTags: ['Trust'],
    }),
    /** The sandbox's faucet fills a wallet up. */
    demoFunding: build.mutation<WalletInfoView, string>({
      query: (wallet) => ({ url: `${of(wallet)}/demo-funding`, method: 'POST' }),
      onQueryStarted: thenAskAgain(['Trust', 'Payments']),
    }),
  }),
});

export const { useWalletInfoQuery, useLazyWalletInfoQuery, useDemoFundingMutation } = setupApi;
