import { describe, expect, it } from '@jest/globals';
import type { TestVerificationRequest } from '@tknest/contracts/api';
import { KYC } from '@tknest/contracts/rules';
import type { Config } from '#platform/config/config.js';
import { Refused } from '#platform/domain/refused.js';
import { TestVerificationController } from './test-verification.controller.js';

type Scenario = (typeof KYC.testScenarios)[number];

const run = (testScenario: Scenario, sandbox: object | null = {}) =>
  new TestVerificationController({ sandbox } as unknown as Config).test({ testScenario } as TestVerificationRequest);

describe('the test form (rule 14)', () => {
  it.each([
    ['approved_low_risk', 'approved', 'low', [], '/dashboard'],
    ['approved_medium_risk', 'approved', 'medium', [], '/dashboard'],
    ['pending_manual_review', 'pending', 'medium', ['manual-review'], null],
    ['rejected_sanctions', 'rejected', 'high', ['sanctions-match'], null],
    ['rejected_high_risk', 'rejected', 'high', ['high-risk'], null],
  ] as const)('%s gives %s/%s with flags %j, and leads to %s', (scenario, status, riskLevel, flags, redirectUrl) => {
    const reason = status === 'approved' ? null : expect.any(String);
    expect(run(scenario)).toEqual({ status, riskLevel, flags, redirectUrl, reason });
  });
  it.each(KYC.testScenarios)('%s is not found without the sandbox', (scenario) => {
    const refusal = expect.objectContaining({ reason: 'not-found' });
    expect(() => run(scenario, null)).toThrow(Refused);
    expect(() => run(scenario, null)).toThrow(refusal as never);
  });
});
