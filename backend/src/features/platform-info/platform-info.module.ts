import { Module } from '@nestjs/common';
import { AnchoringModule } from '#features/anchoring/module.public.js';
import { PlatformAccountsModule } from '#features/platform-accounts/module.public.js';
import { ScreeningModule } from '#features/screening/module.public.js';
import { AskReadinessHandler } from './use-cases/check-health/ask-readiness.query.js';
import { HealthController } from './use-cases/check-health/health.controller.js';
import { LiveController } from './use-cases/follow-changes/live.controller.js';
import { LiveFeed } from './use-cases/follow-changes/live-feed.js';
import { MetricsController } from './use-cases/scrape-metrics/metrics.controller.js';
import { LedgerTomlController } from './use-cases/show-platform/ledger-toml.controller.js';
import { PlatformInfoController } from './use-cases/show-platform/platform-info.controller.js';
import { ShowPlatformHandler } from './use-cases/show-platform/show-platform.query.js';

@Module({
  imports: [AnchoringModule, PlatformAccountsModule, ScreeningModule],
  controllers: [HealthController, LedgerTomlController, LiveController, MetricsController, PlatformInfoController],
  providers: [LiveFeed, AskReadinessHandler, ShowPlatformHandler],
})
export class PlatformInfoModule {}
