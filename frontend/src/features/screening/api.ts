import type { ScreenNameRequest, ScreeningResult } from '@tknest/contracts/api';
import { api } from '../../shared/api/base-api';

export const screeningApi = api.injectEndpoints({
  endpoints: (build) => ({
    screenName: build.mutation<ScreeningResult, ScreenNameRequest>({
      query: (body) => ({ url: 'api/kyc/screen-name', method: 'POST', body }),
    }),
  }),
});
export const { useScreenNameMutation } = screeningApi;
