/** Tokens issued, or RLUSD paid, to a list of wallets (REQ-2.2.3.2), if that is enabled. */
import { ArrayMaxSize, ArrayNotEmpty, IsArray, IsBoolean, IsIn, IsObject, IsOptional } from 'class-validator';
import { BULK_ROWS_MAX } from '../rules/index.js';

export const BULK_KINDS = ['issue', 'payout'] as const;
export type BulkKind = (typeof BULK_KINDS)[number];

export interface BulkRow {
  recipientAddress: string;
  /** Decimal text: whole tokens, or RLUSD with up to 6 decimals. */
  amount: string;
}

/** POST /api/tokens/bulk */
export class BulkRequest {
  @IsIn(BULK_KINDS, { message: 'kind must be issue or payout' })
  kind!: BulkKind;
  @IsArray({ message: 'rows must be a list' })
  @ArrayNotEmpty({ message: 'There are no rows' })
  @ArrayMaxSize(BULK_ROWS_MAX, { message: `At most ${BULK_ROWS_MAX} rows at once` })
  /** Rows are validated one by one, so that each problem is reported at its row. */
  @IsObject({ each: true, message: 'Each row names a recipientAddress and an amount' })
  rows!: BulkRow[];
  /** Only reports the problems of each row, and carries nothing out. */
  @IsOptional()
  @IsBoolean({ message: 'preview must be true or false' })
  preview?: boolean;
}

export interface BulkAnswer {
  /** Null for a preview. */
  operationId: string | null;
  /** The run that pays; null if tokens are issued. */
  payoutId: string | null;
  kind: BulkKind;
  rows: {
    recipientAddress: string;
    amount: string;
    /** The problem; null if the row can be carried out. */
    problem: string | null;
    /** The id of the resulting issuance. */
    issuanceId: string | null;
  }[];
  total: string;
}
