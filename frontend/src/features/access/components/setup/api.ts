import type { WalletInfoView } from '@tknest/contracts/api';
import { api } from '../../../../shared/api/base-api';

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
      // What it answers is what the ledger says now.
      onQueryStarted: async (wallet, { dispatch, queryFulfilled }) => {
        const { data } = await queryFulfilled.catch(() => ({ data: undefined }));
        if (data) dispatch(setupApi.util.upsertQueryData('walletInfo', wallet, data));
      },
      invalidatesTags: ['Payments'],
    }),
  }),
});

export const { useWalletInfoQuery, useLazyWalletInfoQuery, useDemoFundingMutation } = setupApi;
