import { Router } from 'express';
import { isValidClassicAddress } from 'xrpl';
import { errorCodeOf, type LedgerNode } from '../people/ledger-node.js';
import { RLUSD } from '../people/person.js';
import { ApiError, CODE } from './api-error.js';
import type { UserTokens } from './user-tokens.js';

/** The platform API's calls beside sign requests: user tokens, assets, rates, identity, transactions. */
export function lookupRoutes(node: LedgerNode, tokens: UserTokens, rlusdIssuer: string, network: string): Router {
  const router = Router();

  router.post('/user-tokens', (request, response) => {
    const asked = (request.body as { tokens?: string[] })?.tokens;
    if (!Array.isArray(asked)) throw new ApiError(CODE.bodyInvalid, 'tokens');
    response.json({
      tokens: asked.map((user_token) => {
        const known = tokens.find(user_token);
        return {
          user_token,
          active: known !== undefined,
          issued: known?.token_issued ?? null,
          expires: known?.token_expiration ?? null,
        };
      }),
    });
  });

  router.get('/curated-assets', (_request, response) => {
    const currency = { id: 1, issuer_id: 1, issuer: rlusdIssuer, currency: RLUSD, name: 'Ripple USD', avatar: '' };
    const issuer = {
      id: 1,
      name: 'RLUSD',
      domain: 'localhost',
      avatar: '',
      shortlist: 1,
      currencies: { [RLUSD]: currency },
    };
    response.json({ issuers: ['RLUSD'], currencies: [RLUSD], details: { RLUSD: issuer } });
  });

  router.get('/rates/:currency', (request, response) => {
    const code = request.params.currency.toUpperCase();
    response.json({ USD: 1, XRP: 2, __meta: { currency: { en: code, code, symbol: code, isoDecimals: 2 } } });
  });

  router.get('/rails', (_request, response) => {
    response.json({ [network]: { chain_id: 0, name: network, native_asset: 'XRP', is_livenet: false } });
  });

  // Nobody in the sandbox has passed the wallet maker's own identity check.
  router.get('/kyc-status/:account', (request, response) => {
    if (!isValidClassicAddress(request.params.account)) throw new ApiError(CODE.notFound, 'No such account');
    response.json({ account: request.params.account, kycApproved: false });
  });
  router.post(
    '/kyc-status',
    (_request, response) =>
      void response.json({ kycStatus: 'NONE', possibleStatuses: { NONE: 'No KYC attempt has been made' } }),
  );

  router.get('/xrpl-tx/:hash', async (request, response) => {
    const txid = request.params.hash;
    try {
      const transaction = await node.request({ command: 'tx', transaction: txid, api_version: 1 });
      response.json({ txid, balanceChanges: {}, node: node.url, transaction });
    } catch (error) {
      throw errorCodeOf(error) ? new ApiError(CODE.notFound, 'Transaction not found') : error;
    }
  });
  return router;
}
