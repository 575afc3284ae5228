import { jsonEvent, type EventData, type ResolvedEvent } from '@eventstore/db-client';
import { canonicalJson } from '../canonical-json.js';
import { toPosition } from '../positions.js';
import type { SealedEvent } from '../seal.js';
import { LogRefused } from '../event-store.js';

/** What a command left, carried by its first event. */
export interface LoggedCommand {
  id: string;
  inputHash: string | null;
  /** JSON texts. */
  result: string;
  revisions: string;
  /** Number of its last event. */
  position: number;
}

export interface LoggedEvent extends SealedEvent {
  /** Set on the first event of a command. */
  command: LoggedCommand | null;
}

/** An event's metadata as EventStoreDB stores it: everything of ours except the data. */
type Envelope = {
  /** Our metadata, the very text that was sealed. */
  sealed: string;
  stream: string;
  revision: number;
  version: number;
  id: string;
  at: string;
  hash: string;
  /** Base64; outside of what is sealed. */
  mac?: string;
  /** Of a command, on its first event. */
  inputHash?: string | null;
  result?: string;
  revisions?: string;
  count?: number;
};

/**
 * The id on the wire is made of the seal. The server recognizes a repeated append by ids alone and never looks at the
 * bytes; so equal ids have to mean equal bytes at an equal place.
 */
export const wireId = (hash: Buffer): string =>
  hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

export function toWire(event: LoggedEvent): EventData {
  const { command, stream, revision, version, id, at } = event;
  const envelope: Envelope = {
    sealed: event.metadata,
    stream,
    revision,
    version,
    id,
    at,
    hash: event.hash.toString('hex'),
    ...(event.mac ? { mac: event.mac.toString('base64') } : {}),
  };
  if (command) {
    const { inputHash, result, revisions } = command;
    Object.assign(envelope, { inputHash, result, revisions, count: command.position - event.position + 1 });
  }
  return jsonEvent({
    id: wireId(event.hash),
    type: event.type,
    data: JSON.parse(event.data),
    metadata: envelope,
  });
}

/** @throws LogRefused if it is not an event of ours: another program writes to this stream */
export function fromWire({ event }: ResolvedEvent): LoggedEvent & { created: Date } {
  const envelope = event?.metadata as Envelope | undefined;
  const position = event ? Number(event.revision) + 1 : 0;
  if (!event?.isJson || typeof envelope?.sealed !== 'string' || event.id !== wireId(Buffer.from(envelope.hash, 'hex')))
    throw new LogRefused(`the event at ${toPosition(position)} was not written by this platform`);
  const { sealed: metadata, stream, revision, version, id, at, count, mac } = envelope;
  return {
    position,
    stream,
    revision,
    id,
    type: event.type,
    version,
    at,
    data: canonicalJson(event.data),
    metadata,
    hash: Buffer.from(envelope.hash, 'hex'),
    mac: mac ? Buffer.from(mac, 'base64') : null,
    command: count
      ? {
          id: (JSON.parse(metadata) as { commandId: string }).commandId,
          inputHash: envelope.inputHash ?? null,
          result: envelope.result!,
          revisions: envelope.revisions!,
          position: position + count - 1,
        }
      : null,
    created: event.created,
  };
}
