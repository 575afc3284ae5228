import { Router } from 'express';
import { isValidClassicAddress, Wallet } from 'xrpl';
import { HttpError } from '../shared/http-error.js';
import { readJson } from '../shared/read-body.js';
import type { Treasury } from './treasury.js';

const DEFAULT_XRP = 100;
const MAX_XRP = 1_000_000;

/**
 * The protocol of the public test network's faucet, as xrpl.js `fundWallet` speaks it. Without a destination it makes a
 * wallet.
 */
export function faucetRouter(treasury: Pick<Treasury, 'payXrp'>): Router {
  const router = Router();
  router.post('/', readJson, async (request, response) => {
    const { destination, xrpAmount = String(DEFAULT_XRP) } = (request.body ?? {}) as {
      destination?: string;
      xrpAmount?: string;
    };
    const xrp = Number(xrpAmount);
    if (!(xrp > 0 && xrp <= MAX_XRP)) throw new HttpError(400, `xrpAmount must be above 0 and at most ${MAX_XRP}.`);
    if (destination !== undefined && !isValidClassicAddress(destination))
      throw new HttpError(400, 'destination must be an XRPL address.');
    const made = destination === undefined ? Wallet.generate() : undefined;
    const address = destination ?? made!.address;
    const transactionHash = await treasury.payXrp(address, xrp).validated;
    const account = { address, classicAddress: address };
    response.json({ account, amount: xrp, transactionHash, ...(made && { seed: made.seed }) });
  });
  return router;
}

/**
 * Not available on the public test network: tops a wallet up with XRP and RLUSD, and answers once that is validated.
 */
export function fillUpRouter(treasury: Pick<Treasury, 'fillUp'>): Router {
  const router = Router();
  router.post('/', readJson, async (request, response) => {
    const { destination, xrp, rlusd } = (request.body ?? {}) as { destination?: string; xrp?: number; rlusd?: number };
    if (typeof destination !== 'string' || !isValidClassicAddress(destination))
      throw new HttpError(400, 'destination must be an XRPL address.');
    for (const level of [xrp, rlusd])
      if (typeof level !== 'number' || !(level >= 0 && level <= MAX_XRP))
        throw new HttpError(400, `xrp and rlusd must be numbers from 0 to ${MAX_XRP}.`);
    await treasury.fillUp(destination, { xrp: xrp!, rlusd: rlusd!.toFixed(6) });
    response.json({ destination });
  });
  return router;
}
