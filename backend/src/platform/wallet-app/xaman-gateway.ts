import { XummSdk } from 'xumm-sdk';
import type { XummGetPayloadResponse, XummPostPayloadResponse } from 'xumm-sdk/dist/src/types/index.js';
import {
  WalletAppUnavailable,
  type OpenSignRequest,
  type SignRequest,
  type SignRequestOutcome,
  type WalletAppPort,
} from './wallet-app-port.js';

const REQUEST_TIMEOUT_MS = 10_000;

/**
 * Xaman's platform API through xumm-sdk. Every request is `submit: false`: the platform gets the signed blob and
 * submits it itself, so a phone that dies after signing cannot leave a payment in doubt.
 */
export class XamanGateway implements WalletAppPort {
  private readonly sdk: XummSdk;

  constructor(
    settings: { url: string; key: string; secret: string },
    private readonly network: string,
  ) {
    this.sdk = new XummSdk(settings.key, settings.secret);
    this.sdk.setEndpoint(settings.url);
  }

  async request(request: SignRequest): Promise<OpenSignRequest> {
    const body = {
      txjson: request.transaction,
      options: {
        submit: false,
        expire: request.expiresInMinutes,
        force_network: this.network,
        ...(request.signer ? { signers: [request.signer] } : {}),
        // Only for users who came from this phone's browser; after scanning a code, they continue on the device that
        // shows it.
        ...(request.returnTo ? { return_url: { app: request.returnTo } } : {}),
      },
      custom_meta: { identifier: request.identifier, instruction: request.instruction },
    };
    try {
      const created = await limited(this.sdk.payload.create(body as never, true));
      return linksOf(created!);
    } catch (error) {
      // 409: an earlier attempt reached Xaman and only its answer was lost.
      const existing = /\b409\b/.test(String(error)) ? await this.findByIdentifier(request.identifier) : null;
      if (existing) return existing;
      throw asUnavailable(error);
    }
  }

  async findByIdentifier(identifier: string): Promise<OpenSignRequest | null> {
    try {
      // The SDK has no method for it, but can build the path: GET payload/ci/<identifier>.
      const found = await limited(this.sdk.payload.get(`ci/${identifier}`, true));
      return found ? linksFromUuid(found.meta.uuid, this.endpoint()) : null;
    } catch (error) {
      if (/\b404\b/.test(String(error))) return null;
      throw asUnavailable(error);
    }
  }

  async outcome(payloadUuid: string): Promise<SignRequestOutcome> {
    try {
      const payload = await limited(this.sdk.payload.get(payloadUuid, true));
      return outcomeOf(payload!);
    } catch (error) {
      if (/\b404\b/.test(String(error)))
        return { state: 'gone', signed: null, identifier: null, applicationId: null, transactionType: null };
      throw asUnavailable(error);
    }
  }

  async withdraw(payloadUuid: string): Promise<void> {
    try {
      await limited(this.sdk.payload.cancel(payloadUuid, true));
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  private endpoint(): string {
    return (this.sdk as unknown as { Meta: { endpoint: string } }).Meta.endpoint;
  }
}

function linksOf(created: XummPostPayloadResponse): OpenSignRequest {
  return {
    payloadUuid: created.uuid,
    qrCode: created.refs.qr_png,
    deepLink: created.next.always,
    websocket: created.refs.websocket_status,
  };
}

/** A payload found again contains its uuid but not its links, which are derived from it. */
function linksFromUuid(uuid: string, endpoint: string): OpenSignRequest {
  const sign = `${endpoint}/sign/${uuid}`;
  return { payloadUuid: uuid, qrCode: `${sign}_q.png`, deepLink: sign, websocket: sign.replace(/^http/, 'ws') };
}

function outcomeOf(payload: XummGetPayloadResponse): SignRequestOutcome {
  const { meta, response, application, custom_meta: custom } = payload;
  const base = {
    identifier: custom?.identifier ?? null,
    applicationId: application?.uuidv4 ?? null,
    transactionType: payload.payload?.tx_type ?? null,
  };
  if (!meta.exists) return { state: 'gone', signed: null, ...base };
  if (meta.resolved && meta.signed && response.hex) {
    const network = response.dispatched_nodetype || response.environment_nodetype || null;
    return {
      state: 'signed',
      signed: { hex: response.hex, txid: response.txid ?? '', account: response.account ?? '', network },
      ...base,
    };
  }
  if (meta.cancelled) return { state: 'cancelled', signed: null, ...base };
  if (meta.resolved) return { state: 'rejected', signed: null, ...base };
  // Expired means "not opened in time": an opened request may still be signed.
  if (meta.expired) return { state: 'expired', signed: null, ...base };
  return { state: 'open', signed: null, ...base };
}

/** The SDK has no timeout. */
function limited<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Xaman did not answer in time')), REQUEST_TIMEOUT_MS);
  });
  return Promise.race([work, limit]).finally(() => clearTimeout(timer));
}

function asUnavailable(error: unknown): WalletAppUnavailable {
  return new WalletAppUnavailable(`Xaman: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
}
