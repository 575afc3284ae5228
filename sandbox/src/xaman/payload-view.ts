import { isExpired, type Payload } from './payload.js';
import type { XamanApplication } from './application.js';

/** The answer of `GET payload/{uuid}`. */
export function viewPayload(payload: Payload, application: XamanApplication, issuedUserToken: string | null) {
  const { txjson, response } = payload;
  const destination = typeof txjson.Destination === 'string' ? txjson.Destination : '';
  return {
    meta: viewMeta(payload),
    application: { ...application.view, issued_user_token: issuedUserToken },
    payload: {
      tx_type: txjson.TransactionType,
      tx_destination: destination,
      tx_destination_tag: (txjson.DestinationTag as number | undefined) ?? null,
      request_json: txjson,
      origintype: 'DEEP_LINK',
      signmethod: payload.signed ? 'LOCAL' : null,
      created_at: new Date(payload.createdAt).toISOString(),
      expires_at: new Date(payload.expiresAt).toISOString(),
      expires_in_seconds: secondsLeft(payload),
    },
    response: {
      hex: null,
      txid: null,
      environment_nodeuri: null,
      environment_nodetype: null,
      environment_networkid: null,
      dispatched_to: null,
      dispatched_nodetype: null,
      dispatched_result: null,
      multisign_account: null,
      account: null,
      signer: null,
      ...response,
      dispatched_to_node: response ? response.dispatched_to !== null : null,
      resolved_at: payload.resolvedAt === null ? null : new Date(payload.resolvedAt).toISOString(),
      approved_with: payload.signed ? 'BIOMETRIC' : null,
      user: payload.resolvedBy === null ? null : application.userOf(payload.resolvedBy),
    },
    custom_meta: payload.customMeta,
  };
}

export function viewMeta(payload: Payload) {
  const { txjson, options } = payload;
  const destination = typeof txjson.Destination === 'string' ? txjson.Destination : '';
  return {
    exists: true,
    uuid: payload.uuid,
    multisign: options.multisign,
    submit: options.submit,
    pathfinding: options.pathfinding,
    pathfinding_fallback: options.pathfinding_fallback,
    force_network: options.force_network,
    destination,
    resolved_destination: '',
    resolved: payload.resolvedAt !== null,
    signed: payload.signed,
    cancelled: payload.cancelled,
    expired: isExpired(payload, Date.now()),
    pushed: payload.pushedTo !== null,
    app_opened: payload.opened,
    opened_by_deeplink: payload.opened ? payload.pushedTo === null : null,
    return_url_app: options.return_url.app,
    return_url_web: options.return_url.web,
    is_xapp: false,
    signers: options.signers,
  };
}

/** Counts on below zero once the time is over. */
export const secondsLeft = (payload: Payload): number => Math.round((payload.expiresAt - Date.now()) / 1000);
