import { feesOf } from '../../state/accounts.js';
import { BASE_LEVEL } from '../../open-ledger/fee-level.js';
import type { Answer, Command, RequestContext } from '../request.js';
import { serverTime } from '../time.js';
import { ApiError, invalidField } from '../errors.js';
import { createRequire } from 'node:module';
import { sha512Half, toHex } from '../../codec/hash.js';

/** The rippled version whose behavior this ledger follows. */
export const BUILD_VERSION = '3.3.0';
/** The node's public key: it signs nothing, so any will do. */
export const NODE_KEY = 'n9KxynXAKpSSdJzppkNCmGaFZV7egYhKkfXjQynYbUtc56uouU2i';

const IDLE = { duration_us: '0', transitions: '0' };
const DROPS_PER_XRP = 1_000_000;
const inXrp = (drops: bigint): number => Number(drops) / DROPS_PER_XRP;

/** What both spellings of the server's state have in common. */
function common({ node, services }: RequestContext): Answer {
  const uptime = Date.now() - services.startedAt;
  return {
    build_version: BUILD_VERSION,
    complete_ledgers: node.history.range,
    io_latency_ms: 1,
    jq_trans_overflow: '0',
    network_id: node.validated.header.networkId,
    node_size: 'medium',
    peer_disconnects: '0',
    peer_disconnects_resources: '0',
    peers: 0,
    ports: [],
    pubkey_node: NODE_KEY,
    pubkey_validator: 'none',
    server_state: 'standalone',
    server_state_duration_us: String(uptime * 1000),
    state_accounting: { connected: IDLE, disconnected: IDLE, full: IDLE, syncing: IDLE, tracking: IDLE },
    time: serverTime(new Date()),
    uptime: Math.floor(uptime / 1000),
    validation_quorum: 1,
  };
}

/** server_info: the server for people, fees in XRP. */
export const serverInfo: Command = (context) => {
  const { node, services } = context;
  const { base, reserveBase, reserveIncrement } = feesOf(node.open.state);
  const { hash, index } = node.validated.header;
  const required = node.queue.metrics.requiredLevel(node.open.size);
  return {
    info: {
      ...common(context),
      hostid: 'sandbox',
      last_close: { converge_time_s: 0, proposers: 0 },
      load_factor: Number(required) / Number(BASE_LEVEL),
      validated_ledger: {
        age: Math.floor((Date.now() - services.lastClosedAt()) / 1000),
        base_fee_xrp: inXrp(base),
        hash,
        reserve_base_xrp: inXrp(reserveBase),
        reserve_inc_xrp: inXrp(reserveIncrement),
        seq: index,
      },
      validator_list: { count: 0, expiration: 'unknown', status: 'unknown' },
    },
  };
};

/** server_state: the server for programs, fees in drops. */
export const serverState: Command = (context) => {
  const { node } = context;
  const { base, reserveBase, reserveIncrement } = feesOf(node.open.state);
  const { hash, index, closeTime } = node.validated.header;
  const required = Number(node.queue.metrics.requiredLevel(node.open.size));
  const level = Number(BASE_LEVEL);
  return {
    state: {
      ...common(context),
      last_close: { converge_time: 0, proposers: 0 },
      load_base: level,
      load_factor: required,
      load_factor_fee_escalation: required,
      load_factor_fee_queue: level,
      load_factor_fee_reference: level,
      load_factor_server: level,
      validated_ledger: {
        base_fee: Number(base),
        close_time: closeTime,
        hash,
        reserve_base: Number(reserveBase),
        reserve_inc: Number(reserveIncrement),
        seq: index,
      },
      validator_list_expires: 0,
    },
  };
};

/** manifest: a validator's published keys; a stand-alone node knows of no validators. */
export const manifest: Command = ({ params }) => {
  const key = params['public_key'];
  if (key === undefined) throw new ApiError('invalidParams', 'Missing required parameter: public_key');
  if (typeof key !== 'string' || !/^n[1-9A-HJ-NP-Za-km-z]{50,53}$/.test(key)) throw new ApiError('invalidParams');
  return { requested: key };
};

const definitions = createRequire(import.meta.url)('ripple-binary-codec/dist/enums/definitions.json') as Answer;
const hash = toHex(sha512Half(Buffer.from(JSON.stringify(definitions))));

/**
 * server_definitions: fields, types and results of the binary format; only the hash for callers that already have them.
 */
export const serverDefinitions: Command = ({ params }) => {
  const known = params['hash'];
  if (known !== undefined && (typeof known !== 'string' || !/^[0-9A-Fa-f]{64}$/.test(known)))
    throw invalidField('hash');
  return known === hash ? { hash } : { ...definitions, hash };
};

/** version: the API versions this server speaks, told in each version's own way. */
export const version: Command = ({ apiVersion }) => ({
  version: apiVersion === 1 ? { first: '1.0.0', good: '1.0.0', last: '1.0.0' } : { first: 1, last: 2 },
});
