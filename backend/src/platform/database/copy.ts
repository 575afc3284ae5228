import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type pg from 'pg';

/**
 * COPY over a plain connection: the database's own text form of rows, streamed. `pg` knows the protocol but has no
 * statement for it; a statement is anything with these handlers.
 */
interface Submittable {
  submit(connection: Connection): void;
  handleError(error: Error): void;
  handleReadyForQuery(): void;
  handleCommandComplete(): void;
  handleCopyInResponse(connection: Connection): void;
  handleCopyData(message: { chunk: Buffer }): void;
  handleRowDescription(): void;
  handleDataRow(): void;
  handlePortalSuspended(): void;
  handleEmptyQuery(): void;
}

interface Connection {
  readonly stream: Writable;
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

const nothing = () => {};

/** Runs `copy … to stdout` and hands on what comes, a row or more at a time. */
export function copyOut(client: pg.ClientBase, text: string, onChunk: (chunk: Buffer) => void): Promise<void> {
  return submit(client, text, { handleCopyData: ({ chunk }) => onChunk(chunk) });
}

/** Runs `copy … from stdin` with these chunks, as fast as the server takes them. */
export async function copyIn(client: pg.ClientBase, text: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  const ended = new AbortController();
  try {
    await submit(client, text, {
      handleCopyInResponse: (connection) =>
        void feed(connection, chunks, ended.signal).catch((error: Error) => {
          if (!ended.signal.aborted) connection.sendCopyFail(error.message);
        }),
    });
  } finally {
    ended.abort();
  }
}

/** Stops where the statement has ended: the server refused a row, or the connection is gone. */
async function feed(connection: Connection, chunks: AsyncIterable<Buffer>, signal: AbortSignal): Promise<void> {
  for await (const chunk of chunks) {
    if (signal.aborted) return;
    connection.sendCopyFromChunk(chunk);
    if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain', { signal });
  }
  if (!signal.aborted) connection.endCopyFrom();
}

function submit(client: pg.ClientBase, text: string, handlers: Partial<Submittable>): Promise<void> {
  return new Promise((resolve, reject) => {
    const statement: Submittable = {
      submit: (connection) => connection.query(text),
      // The client drops a failed statement: no more rows arrive for it.
      handleError: reject,
      handleReadyForQuery: resolve,
      handleCommandComplete: nothing,
      handleCopyInResponse: (connection) => connection.sendCopyFail('nothing to send'),
      handleCopyData: nothing,
      handleRowDescription: nothing,
      handleDataRow: nothing,
      handlePortalSuspended: nothing,
      handleEmptyQuery: nothing,
      ...handlers,
    };
    client.query(statement as never);
  });
}
