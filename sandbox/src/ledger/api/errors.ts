/** Error tokens, codes and texts as rippled gives them (ErrorCodes.h, ErrorCodes.cpp). */
const CODES = {
  actMalformed: [35, 'Account malformed.'],
  actNotFound: [19, 'Account not found.'],
  badMarket: [42, 'No such market.'],
  badFeature: [40, 'Feature unknown or invalid.'],
  entryNotFound: [98, 'Entry not found.'],
  fieldNotFoundTransaction: [undefined, undefined],
  dstIsrMalformed: [53, 'Destination issuer is malformed.'],
  dstAmtMalformed: [51, 'Destination amount/currency/issuer is malformed.'],
  internal: [73, 'Internal error.'],
  invalidLgrRange: [79, 'Ledger range is invalid.'],
  invalidHotWallet: [30, 'Invalid hotwallet.'],
  invalidParams: [31, 'Invalid parameters.'],
  excessiveLgrRange: [78, 'Ledger range exceeds 1000.'],
  invalidTransaction: [undefined, undefined],
  lgrIdxMalformed: [58, 'Ledger index malformed.'],
  lgrIdxsInvalid: [57, 'Ledger indexes invalid.'],
  lgrNotFound: [21, 'ledgerNotFound'],
  lgrNotValidated: [22, 'Ledger not validated.'],
  malformedAddress: [31, undefined],
  malformedCurrency: [31, undefined],
  malformedRequest: [31, undefined],
  malformedStream: [71, 'Stream malformed.'],
  notEnabled: [12, 'Not enabled in configuration.'],
  notImpl: [74, 'Not implemented.'],
  notYetImplemented: [undefined, undefined],
  srcActMalformed: [65, 'Source account is malformed.'],
  srcCurMalformed: [69, 'Source currency is malformed.'],
  srcIsrMalformed: [70, 'Source issuer is malformed.'],
  srcActNotFound: [67, 'Source account not found.'],
  dstActMalformed: [48, 'Destination account is malformed.'],
  dstActNotFound: [50, 'Destination account not found.'],
  transactionNotFound: [undefined, undefined],
  transactionSigned: [96, 'Transaction should not be signed.'],
  txnNotFound: [29, 'Transaction not found.'],
  unknownCmd: [32, 'Unknown method.'],
  unknownOption: [undefined, undefined],
  wrongNetwork: [4, undefined],
} as const satisfies Record<string, readonly [number | undefined, string | undefined]>;

export type ErrorToken = keyof typeof CODES;

/** A request that is answered with an error. `extra` are fields beside it, such as the ledger that was looked at. */
export class ApiError extends Error {
  readonly body: Readonly<Record<string, unknown>>;

  constructor(token: ErrorToken, message?: string, extra: Readonly<Record<string, unknown>> = {}) {
    super(message ?? token);
    const [code, text] = CODES[token];
    const shown = message ?? text;
    this.body = {
      error: token,
      ...(code !== undefined && shown && { error_code: code, error_message: shown }),
      ...extra,
    };
  }
}

export const missingField = (name: string): ApiError => new ApiError('invalidParams', `Missing field '${name}'.`);
export const invalidField = (name: string): ApiError => new ApiError('invalidParams', `Invalid field '${name}'.`);
export const expectedField = (name: string, type: string): ApiError =>
  new ApiError('invalidParams', `Invalid field '${name}', not ${type}.`);
