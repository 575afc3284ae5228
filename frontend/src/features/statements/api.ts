import type { StatementPeriodView, StatementView } from '@tknest/contracts/api';
import { api } from '../../shared/api/base-api';

interface Asked {
  period: string;
  /** A wallet other than the user's own, for admins and auditors. */
  wallet: string | null;
}

const params = (wallet: string | null) => (wallet ? { wallet } : {});

const statementsApi = api.injectEndpoints({
  endpoints: (build) => ({
    statement: build.query<StatementView, Asked>({
      query: ({ period, wallet }) => ({ url: `api/statements/${encodeURIComponent(period)}`, params: params(wallet) }),
      providesTags: ['Activity'],
    }),
    /** The months and years with movements. */
    statements: build.query<StatementPeriodView[], string | null>({
      query: (wallet) => ({ url: 'api/statements', params: params(wallet) }),
      providesTags: ['Activity'],
    }),
  }),
});

export const { useStatementQuery, useStatementsQuery } = statementsApi;
