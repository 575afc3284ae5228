import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type pg from 'pg';

/**
 * COPY over a plain connection: rows in the database's text format, streamed. `pg` implements the protocol but has no
 * statement class for it; any object with these handlers works as one.
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

/** Runs `copy … to stdout` and passes on the output, one or more rows at a time. */
export function copyOut(client: pg.ClientBase, text: string, onChunk: (chunk: Buffer) => void): Promise<void> {
  return submit(client, text, { handleCopyData: ({ chunk }) => onChunk(chunk) });
}

/** Runs `copy … from stdin` with these chunks, as fast as the server accepts them. */
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

/** Stops when the statement has ended early, because the server refused a row or the connection is lost. */
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
