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

/** Runs `copy … from stdin` with these chunks. */
export function copyIn(client: pg.ClientBase, text: string, chunks: Iterable<Buffer>): Promise<void> {
  return submit(client, text, {
    handleCopyInResponse(connection) {
      for (const chunk of chunks) connection.sendCopyFromChunk(chunk);
      connection.endCopyFrom();
    },
  });
}

function submit(client: pg.ClientBase, text: string, handlers: Partial<Submittable>): Promise<void> {
  return new Promise((resolve, reject) => {
    const statement: Submittable = {
      submit: (connection) => connection.query(text),
      // The client forgets a statement that failed: nothing more comes for it.
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
