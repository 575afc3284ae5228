import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { TestVerificationRequest, type TestVerificationResult } from '@tknest/contracts/api';
import type { KYC } from '@tknest/contracts/rules';
import { CONFIG, type Config } from '#platform/config/config.js';
import { Refused } from '#platform/domain/refused.js';

type Scenario = (typeof KYC.testScenarios)[number];
type Outcome = Omit<TestVerificationResult, 'redirectUrl'>;

/** What each scenario simulates (rule 14). */
const OUTCOMES: Readonly<Record<Scenario, Outcome>> = {
  approved_low_risk: { status: 'approved', riskLevel: 'low', reason: null, flags: [] },
  approved_medium_risk: { status: 'approved', riskLevel: 'medium', reason: null, flags: [] },
  pending_manual_review: {
    status: 'pending',
    riskLevel: 'medium',
    reason: 'A person reviews the application within 2-3 business days',
    flags: ['manual-review'],
  },
  rejected_sanctions: {
    status: 'rejected',
    riskLevel: 'high',
    reason: 'The name is on a sanctions list',
    flags: ['sanctions-match'],
  },
  rejected_high_risk: {
    status: 'rejected',
    riskLevel: 'high',
    reason: 'The risk of the application is too high',
    flags: ['high-risk'],
  },
};

/** The simulated KYC form: nothing is stored, no name is screened, and no verification changes. */
@Controller('api/kyc')
export class TestVerificationController {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** @throws Refused (404) if there is no sandbox */
  @Post('test-verification')
  @HttpCode(200)
  test(@Body() { testScenario }: TestVerificationRequest): TestVerificationResult {
    if (!this.config.sandbox) throw new Refused('not-found', 'This platform has no test mode');
    const outcome = OUTCOMES[testScenario];
    return { ...outcome, redirectUrl: outcome.status === 'approved' ? '/dashboard' : null };
  }
}
