import { IsIn, IsOptional, IsString, MaxLength, MinLength } from 'class-validator';
import { CASE_RESOLUTIONS, type CaseKind, type CaseResolution } from '../events/cases.js';
import { PageQuery } from './paging.js';

export interface CaseView {
  id: string;
  kind: CaseKind;
  summary: string;
  status: 'open' | 'resolved';
  paymentId: string | null;
  propertyId: number | null;
  wallet: string | null;
  txHash: string | null;
  openedAt: string;
  resolvedAt: string | null;
  resolution: string | null;
  /** What was done, in the resolver's words. */
  note: string | null;
  details: Record<string, unknown>;
  /** What resolving the case does, or that it is only recorded. */
  effectOfResolving: string;
}

export class CasesQuery extends PageQuery {
  @IsOptional()
  @IsIn(['open', 'resolved', 'all', ''], { message: 'status must be open, resolved or all' })
  status?: 'open' | 'resolved' | 'all' | '';
}

export class ResolveCaseRequest {
  @IsIn(CASE_RESOLUTIONS, { message: 'Choose how the case was resolved' })
  resolution!: CaseResolution;

  @IsString()
  @MinLength(10, { message: 'Describe what was done in at least 10 characters' })
  @MaxLength(2000)
  note!: string;
}
