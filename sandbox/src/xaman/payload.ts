/** A transaction as JSON; also the wallet app's own SignIn, which no ledger knows. */
export type TxJson = { TransactionType: string; Account?: string } & Record<string, unknown>;

export interface PayloadOptions {
  submit: boolean;
  multisign: boolean;
  pathfinding: boolean;
  pathfinding_fallback: boolean;
  expire: number;
  signers: string[] | null;
  force_network: string | null;
  return_url: { app: string | null; web: string | null };
}

export interface CustomMeta {
  identifier: string | null;
  blob: Record<string, unknown> | null;
  instruction: string | null;
}

/** What a wallet handed back. */
export interface PayloadResponse {
  hex: string;
  txid: string;
  account: string;
  signer: string;
  signer_pubkey: string;
  multisign_account: string | null;
  environment_nodetype: string;
  environment_nodeuri: string;
  environment_networkid: number;
  dispatched_to: string | null;
  dispatched_nodetype: string | null;
  dispatched_result: string | null;
}

/** A sign request from its creation to its end. */
export interface Payload {
  uuid: string;
  /** The application that made it. */
  application: { key: string; name: string };
  /** The API call that created it. */
  callUuid: string;
  txjson: TxJson;
  origin: 'txjson' | 'txblob';
  options: PayloadOptions;
  customMeta: CustomMeta;
  createdAt: number;
  expiresAt: number;
  /** The wallet that was rung through its user token. */
  pushedTo: string | null;
  fetched: boolean;
  opened: boolean;
  cancelled: boolean;
  resolvedAt: number | null;
  signed: boolean;
  resolvedBy: string | null;
  response: PayloadResponse | null;
}

/** Time alone decides: a request opened or even signed in time also shows as expired afterwards. */
export const isExpired = (payload: Payload, now: number): boolean => now >= payload.expiresAt;

/** Whether a wallet may still act: what was opened in time can be signed after its expiry. */
export const isOpenToSign = (payload: Payload, now: number): boolean =>
  payload.resolvedAt === null && !payload.cancelled && (payload.opened || !isExpired(payload, now));
