import { Wallet } from 'xrpl';
import type { LedgerNode } from '../people/ledger-node.js';
import type { People } from '../people/people.js';
import { HttpError } from '../shared/http-error.js';
import { isOpenToSign, type Payload, type PayloadResponse } from '../xaman/payload.js';
import type { PayloadStore } from '../xaman/payload-store.js';
import { fillTransaction, networkIdOf } from './fill-transaction.js';
import { payServiceFee } from './service-fee.js';
import type { SignOptions } from './sign-options.js';
import { signTransaction } from './sign-transaction.js';
import { falsifiesSignature, tamperWith } from './tamper.js';

/** The wallet app on everybody's phone: what its owner does with the sign requests that reach it. */
export class WalletApp {
  constructor(
    private readonly people: People,
    private readonly payloads: PayloadStore,
    private readonly node: LedgerNode,
    private readonly network: string,
  ) {}

  /** What this wallet could act on, oldest first. */
  requests(address: string): Payload[] {
    this.people.find(address);
    return this.payloads.open().filter((payload) => isFor(payload, address));
  }

  async open(address: string, uuid: string): Promise<Payload> {
    const payload = this.take(address, uuid);
    await this.payloads.opened(payload);
    return this.payloads.find(uuid);
  }

  async reject(address: string, uuid: string): Promise<void> {
    const payload = await this.open(address, uuid);
    await this.payloads.reject(payload, address);
  }

  async expire(uuid: string): Promise<void> {
    await this.payloads.expire(this.payloads.find(uuid));
  }

  /**
   * Signs, hands the signature in, and only then submits: so a phone that dies in between leaves a signed transaction
   * unsent.
   */
  async sign(
    address: string,
    uuid: string,
    options: SignOptions,
  ): Promise<{ signed: true; txid: string; hex: string }> {
    const payload = await this.open(address, uuid);
    const key = Wallet.fromSeed(options.key ?? this.people.find(address).seed);
    const network = options.network ?? payload.options.force_network ?? this.network;
    const asked = await fillTransaction(payload.txjson, address, this.node);
    if (options.sequence !== undefined) asked.Sequence = options.sequence;
    if (options.lastLedgerSequence !== undefined) asked.LastLedgerSequence = options.lastLedgerSequence;
    const transaction = tamperWith(asked, options.tamper);
    const falsely = falsifiesSignature(asked, options.tamper);
    const signed = signTransaction(transaction, key, { multisign: payload.options.multisign, falsely });
    const response: PayloadResponse = {
      ...signed,
      account: address,
      signer: key.address,
      signer_pubkey: key.publicKey,
      multisign_account: payload.options.multisign ? key.address : null,
      environment_nodetype: network,
      environment_nodeuri: this.node.url,
      environment_networkid: await networkIdOf(this.node),
      dispatched_to: null,
      dispatched_nodetype: null,
      dispatched_result: null,
    };
    // Checked again: somebody else may have answered while this phone asked the node.
    this.take(address, uuid);
    this.payloads.preSigned(payload);
    await this.payloads.sign(payload, response);
    if (options.submit ?? payload.options.submit) await this.dispatch(payload, signed.hex, network);
    if (options.serviceFee) await payServiceFee(transaction, key, options.serviceFee, this.node);
    return { signed: true, txid: signed.txid, hex: signed.hex };
  }

  /** A wallet on another network sends there: this ledger never hears of it. */
  private async dispatch(payload: Payload, hex: string, network: string): Promise<void> {
    const here = network === this.network;
    const result = here
      ? (await this.node.request<{ engine_result: string }>({ command: 'submit', tx_blob: hex })).engine_result
      : 'tesSUCCESS';
    const to = here ? this.node.url : `wss://${network.toLowerCase()}.example`;
    await this.payloads.dispatched(payload, {
      dispatched_to: to,
      dispatched_nodetype: network,
      dispatched_result: result,
    });
  }

  private take(address: string, uuid: string): Payload {
    this.people.find(address);
    const payload = this.payloads.find(uuid);
    const { signers } = payload.options;
    if (signers && !signers.includes(address)) throw new HttpError(403, 'This request is for another wallet.');
    if (payload.cancelled) throw new HttpError(409, 'This request was withdrawn.');
    if (payload.resolvedAt !== null) throw new HttpError(409, 'This request has already been answered.');
    if (!isOpenToSign(payload, Date.now())) throw new HttpError(410, 'The request expired unsigned.');
    return payload;
  }
}

/** A wallet is notified if the request names it; a request that names none is open to all, like a code on a screen. */
function isFor(payload: Payload, address: string): boolean {
  const { signers } = payload.options;
  if (signers) return signers.includes(address);
  return (payload.txjson.Account ?? payload.pushedTo ?? address) === address;
}
