import { jsonEvent, type EventData, type ResolvedEvent } from '@eventstore/db-client';
import { canonicalJson } from '../canonical-json.js';
import { toPosition } from '../positions.js';
import type { SealedEvent } from '../seal.js';
import { LogRefused } from '../event-store.js';

/** The result of a command, stored with its first event. */
export interface LoggedCommand {
  id: string;
  inputHash: string | null;
  /** JSON texts. */
  result: string;
  revisions: string;
  /** The index of its last event. */
  position: number;
}

export interface LoggedEvent extends SealedEvent {
  /** Set on the first event of a command. */
  command: LoggedCommand | null;
}

/** An event's metadata on EventStoreDB: everything except the data. */
type Envelope = {
  /** The event's metadata, exactly the text that was sealed. */
  sealed: string;
  stream: string;
  revision: number;
  version: number;
  id: string;
  at: string;
  hash: string;
  /** Base64; not part of the sealed data. */
  mac?: string;
  /** The command's result, on its first event. */
  inputHash?: string | null;
  result?: string;
  revisions?: string;
  count?: number;
};

/**
 * The id on the wire is derived from the seal. The server recognizes a repeated append by ids alone and never compares
 * the bytes, so equal ids must mean equal bytes at the same position.
 */
const wireId = (hash: Buffer): string =>
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

/** @throws LogRefused if it is not this program's event, because another program writes to the stream */
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
