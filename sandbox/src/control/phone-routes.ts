import { Router } from 'express';
import type { People } from '../people/people.js';
import type { Person } from '../people/person.js';
import { parseSignOptions } from '../phone/sign-options.js';
import { viewRequest } from '../phone/view-request.js';
import type { WalletApp } from '../phone/wallet-app.js';
import { parseWalletWish } from './parse-wallet-wish.js';

export interface PhoneParts {
  people: People;
  walletApp: WalletApp;
}

/** `/control/wallets`: existing wallets, and creating new ones. */
export function walletRoutes({ people }: PhoneParts): Router {
  const router = Router();
  router.get('/', (_request, response) => void response.json(people.everybody().map(viewPerson)));
  router.post('/', async (request, response) => {
    response.status(201).json(viewPerson(await people.add(parseWalletWish(request.body))));
  });
  return router;
}

/** `/control/phone`: actions of a wallet's owner. */
export function phoneRoutes({ walletApp }: PhoneParts): Router {
  const router = Router();
  router.get('/:address/requests', (request, response) => {
    response.json(walletApp.requests(request.params.address).map(viewRequest));
  });
  router.post('/:address/:uuid/open', async ({ params }, response) => {
    response.json(viewRequest(await walletApp.open(params.address, params.uuid)));
  });
  router.post('/:address/:uuid/sign', async ({ params, body }, response) => {
    response.json(await walletApp.sign(params.address, params.uuid, parseSignOptions(body)));
  });
  router.post('/:address/:uuid/reject', async ({ params }, response) => {
    await walletApp.reject(params.address, params.uuid);
    response.json({ signed: false, rejected: true });
  });
  router.post('/:address/:uuid/expire', async ({ params }, response) => {
    await walletApp.expire(params.uuid);
    response.json({ expired: true });
  });
  return router;
}

const viewPerson = ({ name, role, address, seed }: Person) => ({ name, ...(role && { role }), address, seed });
