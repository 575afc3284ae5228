import { isExpired, type Payload } from '../xaman/payload.js';

/** A sign request as a phone shows it, or showed it. */
export function viewRequest(payload: Payload) {
  return {
    payloadUuid: payload.uuid,
    application: payload.application.name,
    txType: payload.txjson.TransactionType,
    txjson: payload.txjson,
    instruction: payload.customMeta.instruction,
    identifier: payload.customMeta.identifier,
    blob: payload.customMeta.blob,
    signers: payload.options.signers,
    network: payload.options.force_network,
    submit: payload.options.submit,
    opened: payload.opened,
    expired: isExpired(payload, Date.now()),
    createdAt: new Date(payload.createdAt).toISOString(),
    expiresAt: new Date(payload.expiresAt).toISOString(),
  };
}
