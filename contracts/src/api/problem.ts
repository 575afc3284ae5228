/** RFC 9457 problem details. `title` is the HTTP status text, `detail` the message for users. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  /** For support: the log has the same id with the error. */
  traceId: string;
  /** Messages by field, if the input was refused. */
  errors?: Record<string, string[]>;
  /** 409 while another payment of the wallet is open. */
  paymentId?: string;
  [extra: string]: unknown;
}
