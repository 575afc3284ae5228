import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import type { ReconciliationView } from '@tknest/contracts/api';
import { IsBoolean, IsOptional } from 'class-validator';
import { Access } from '../../../../platform/http/access.js';
import { Reconciler } from '../../reconciler.js';
import { ReconciliationReport } from './reconciliation-report.js';

/**
 * How long a call waits for a comparison of everything; one that takes longer goes on, and `running` tells how far it
 * is.
 */
const FULL_WAIT_MS = 25_000;

export class CompareRequest {
  /** From the first ledger that the log knows, in place of what is new. */
  @IsOptional()
  @IsBoolean()
  full?: boolean;
}

@Controller('api/admin/reconciliation')
@Access('admin', 'auditor')
export class ReconciliationController {
  constructor(
    private readonly reconciler: Reconciler,
    private readonly report: ReconciliationReport,
  ) {}

  /** Books beside ledger: how far each was compared with the other, what was found, and what everybody holds. */
  @Get()
  show(): Promise<ReconciliationView> {
    return this.report.view();
  }

  /** Compares what is new, or everything, at once. */
  @Post()
  @HttpCode(200)
  @Access('admin')
  async compare(@Body() body?: CompareRequest): Promise<ReconciliationView> {
    await this.reconciler.run();
    if (body?.full) await withinTime(this.reconciler.runFull());
    await this.reconciler.caughtUp();
    return this.report.view();
  }
}

async function withinTime(run: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([run, new Promise<void>((resolve) => (timer = setTimeout(resolve, FULL_WAIT_MS)))]).finally(() =>
    clearTimeout(timer),
  );
  // Nobody waits for it any more; the next comparison says it again.
  run.catch(() => undefined);
}
