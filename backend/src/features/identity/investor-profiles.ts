import { Inject, Injectable } from '@nestjs/common';
import type { InvestorInfo } from '@tknest/contracts/api';
import { parseLedgerValue, toDecimal } from '@tknest/contracts/money';
import { MATCH } from '@tknest/contracts/rules';
import { load } from '#platform/event-store/decider.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { Dossier } from './dossier.js';
import { identityFold } from './identity.state.js';

export type InvestmentGoal = 'income' | 'growth' | 'safety';
/** The part of an application that says how somebody wants to invest; no other part leaves the vault. */
export interface InvestorProfile {
  riskTolerance: keyof typeof MATCH.tolerates;
  /** The investment horizon. */
  liquidityMonths: number;
  goals: readonly InvestmentGoal[];
  /** RLUSD, decimal text; null if none was given. */
  expectedAmount: string | null;
}

/** Derived from words in the stated goals. */
const GOALS: readonly (readonly [goal: InvestmentGoal, words: RegExp])[] = [
  ['income', /income|rent|monthly|pension|cash ?flow|retire/],
  ['growth', /grow|return|yield|profit|wealth|aggressive/],
  ['safety', /safe|secur|preserv|stable|steady|protect|inflation/],
];

const goalsOf = (text: string): InvestmentGoal[] =>
  GOALS.filter(([, words]) => words.test(text.toLowerCase())).map(([goal]) => goal);

/** Reads how somebody wants to invest from their own application, decrypted for one answer and stored nowhere. */
@Injectable()
export class InvestorProfiles {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly dossier: Dossier,
  ) {}

  /** @returns null if the person never applied as an investor, or was erased */
  async of(wallet: string): Promise<InvestorProfile | null> {
    const { state } = await load(this.store, identityFold(wallet));
    const form = await this.dossier.formOf(wallet, state, 'investor');
    return form ? profileOf(form.details as InvestorInfo) : null;
  }
}

/** An answer that is left out is the specification's default. */
function profileOf(details: Partial<InvestorInfo>): InvestorProfile {
  const { riskTolerance = '', liquidityNeeds = '', investmentGoals = '', expectedInvestmentAmount } = details;
  const { tolerates, liquidityMonths } = MATCH;
  return {
    riskTolerance: riskTolerance in tolerates ? (riskTolerance as keyof typeof tolerates) : 'moderate',
    liquidityMonths:
      liquidityNeeds in liquidityMonths
        ? liquidityMonths[liquidityNeeds as keyof typeof liquidityMonths]
        : liquidityMonths['1year'],
    goals: goalsOf(investmentGoals),
    expectedAmount: expectedInvestmentAmount ? toDecimal(parseLedgerValue(String(expectedInvestmentAmount))) : null,
  };
}
