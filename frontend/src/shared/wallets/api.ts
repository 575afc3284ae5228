import type { WalletInfoView } from '@tknest/contracts/api';
import { api, thenAskAgain } from '../api/base-api';

export const walletsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A wallet as the ledger has it; anybody may look. */
    walletInfo: build.query<WalletInfoView, string>({
      query: (wallet) => ({ url: `api/wallets/${encodeURIComponent(wallet)}` }),
      providesTags: ['Trust'],
    }),
    /** The sandbox's faucet fills a wallet up. */
    demoFunding: build.mutation<WalletInfoView, string>({
      query: (wallet) => ({ url: `api/wallets/${encodeURIComponent(wallet)}/demo-funding`, method: 'POST' }),
      onQueryStarted: thenAskAgain(['Trust', 'Payments']),
    }),
  }),
});

export const { useWalletInfoQuery, useLazyWalletInfoQuery, useDemoFundingMutation } = walletsApi;
