import type {
  AssignedView,
  AutoIssuanceView,
  AutoTokenConfigView,
  BulkAnswer,
  BulkKind,
  BulkRow,
  IssuanceAnswer,
  PayoutOperationView,
  ProposalAnswer,
  TokenBalanceView,
  TokenOperationView,
  TokenRecipientView,
  TrustlineUrlView,
  UnallocatedView,
} from '@tknest/contracts/api';
import { api, thenAskAgain } from '../../shared/api/base-api';
import { paged, type Paged } from '../../shared/api/paging';

type Keyed<Body> = Body & { key: string };

export const tokensApi = api.injectEndpoints({
  endpoints: (build) => ({
    operations: build.query<Paged<TokenOperationView>, { cursor?: string; limit?: number }>({
      query: (params) => ({ url: 'api/tokens/operations', params }),
      transformResponse: paged<TokenOperationView>,
      providesTags: ['Tokens'],
    }),
    operation: build.query<TokenOperationView | PayoutOperationView, string>({
      query: (id) => ({ url: `api/tokens/operations/${encodeURIComponent(id)}` }),
      providesTags: (_, __, id) => ['Tokens', { type: 'Tokens', id }],
    }),
    unallocated: build.query<Paged<UnallocatedView>, { cursor?: string }>({
      query: (params) => ({ url: 'api/tokens/unallocated', params }),
      transformResponse: paged<UnallocatedView>,
      providesTags: ['Tokens'],
    }),
    recipient: build.query<TokenRecipientView, string>({
      query: (wallet) => ({ url: `api/tokens/recipients/${encodeURIComponent(wallet)}` }),
      providesTags: ['Tokens'],
    }),
    tokenBalance: build.query<TokenBalanceView, { wallet: string; currency: string; issuer: string }>({
      query: ({ wallet, currency, issuer }) => ({
        url: `api/tokens/balance/${[wallet, currency, issuer].map(encodeURIComponent).join('/')}`,
      }),
    }),
    issueTokens: build.mutation<
      IssuanceAnswer | ProposalAnswer,
      Keyed<{ recipientAddress: string; amount: string; issuerSeed: string }>
    >({
      query: ({ key, ...body }) => ({ url: 'api/tokens/issue', method: 'POST', body, idempotencyKey: key }),
      onQueryStarted: thenAskAgain(['Tokens']),
    }),
    carryOutBulk: build.mutation<
      BulkAnswer | ProposalAnswer,
      Keyed<{ kind: BulkKind; rows: BulkRow[]; preview?: true }>
    >({
      query: ({ key, ...body }) => ({ url: 'api/tokens/bulk', method: 'POST', body, idempotencyKey: key || undefined }),
      onQueryStarted: thenAskAgain(['Tokens', 'Payouts']),
    }),
    payByHand: build.mutation<
      IssuanceAnswer | ProposalAnswer,
      Keyed<{
        recipientAddress: string;
        amount: string;
        destinationTag: string;
        adminSeed: string;
        rlusdGateway: string;
      }>
    >({
      query: ({ key, ...body }) => ({ url: 'api/tokens/payout', method: 'POST', body, idempotencyKey: key }),
      onQueryStarted: thenAskAgain(['Payouts']),
    }),
    assignTokens: build.mutation<
      AssignedView | ProposalAnswer,
      Keyed<{ issuanceId: string; propertyId: number; paymentId?: string }>
    >({
      query: ({ key, ...body }) => ({ url: 'api/tokens/assign', method: 'POST', body, idempotencyKey: key }),
      onQueryStarted: thenAskAgain(['Tokens', 'Properties', 'Purchases']),
    }),
    trustlineUrl: build.mutation<TrustlineUrlView, { currency: string; issuer: string; limit: string }>({
      query: (body) => ({ url: 'api/tokens/trustline-url', method: 'POST', body }),
    }),
    autoTokenConfig: build.query<AutoTokenConfigView, void>({
      query: () => ({ url: 'api/admin/auto-token-config' }),
      providesTags: ['Tokens'],
    }),
    saveAutoTokenConfig: build.mutation<
      { success: true } | ProposalAnswer,
      Omit<AutoTokenConfigView, 'issuerSeed'> & { issuerSeed: string }
    >({
      query: (body) => ({ url: 'api/admin/auto-token-config', method: 'POST', body }),
      onQueryStarted: thenAskAgain(['Tokens']),
    }),
    autoIssuances: build.query<Paged<AutoIssuanceView>, void>({
      query: () => ({ url: 'api/admin/auto-token-config/activity', params: { limit: 200 } }),
      transformResponse: paged<AutoIssuanceView>,
      providesTags: ['Tokens'],
    }),
  }),
});

export const {
  useOperationsQuery,
  useOperationQuery,
  useUnallocatedQuery,
  useRecipientQuery,
  useLazyTokenBalanceQuery,
  useIssueTokensMutation,
  useCarryOutBulkMutation,
  usePayByHandMutation,
  useAssignTokensMutation,
  useTrustlineUrlMutation,
  useAutoTokenConfigQuery,
  useSaveAutoTokenConfigMutation,
  useAutoIssuancesQuery,
} = tokensApi;
