/** A statement as a file. */
export interface FormattedStatement {
  body: Buffer;
  /** Media type, with its character set where it has one. */
  type: string;
  name: string;
}
