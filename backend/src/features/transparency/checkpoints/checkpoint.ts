/**
 * The signed statement about the tree (C2SP tlog-checkpoint): the log's name, the number of events, and their root.
 * Pure.
 */

export interface Checkpoint {
  /** The log's name: `tknest/` and the address of the token issuer, whose account writes the anchors. */
  origin: string;
  size: number;
  root: Buffer;
}

export const originOf = (issuer: string): string => `tknest/${issuer}`;

/** The text of the note. */
export const checkpointText = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${root.toString('base64')}\n`;

/** Parses a text; null if it is not a checkpoint. */
export function readCheckpoint(text: string): Checkpoint | null {
  const [origin, size, root, ...rest] = text.split('\n');
  if (!origin || !/^(0|[1-9]\d{0,15})$/.test(size ?? '') || rest.length < 1) return null;
  const bytes = Buffer.from(root ?? '', 'base64');
  return bytes.length === 32 ? { origin, size: Number(size), root: bytes } : null;
}
