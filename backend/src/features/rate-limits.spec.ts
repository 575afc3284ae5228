import { expect, it } from '@jest/globals';
import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { RATE_LIMIT } from '#platform/http/rate-limited.js';
import type { Limit } from '#platform/sessions/rate-limiter.js';

const FOLDER = import.meta.dirname;

/** Every call with `@RateLimited`, as "METHOD path: limit, what it is counted by". */
async function limitedCalls(): Promise<string[]> {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.controller.ts'),
  );
  const modules: object[] = [];
  // One after another, because Jest can only link ES modules in order.
  for (const file of files) modules.push((await import(path.join(FOLDER, file))) as object);
  return modules
    .flatMap((module) => Object.values(module))
    .filter((exported): exported is { prototype: object } => Reflect.hasMetadata(PATH_METADATA, exported as object))
    .flatMap((controller) => {
      const base = String(Reflect.getMetadata(PATH_METADATA, controller));
      return Object.entries(Object.getOwnPropertyDescriptors(controller.prototype)).flatMap(([, { value }]) => {
        const told =
          value && (Reflect.getMetadata(RATE_LIMIT, value) as { limit: Limit; countedFor: string } | undefined);
        if (!told) return [];
        const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, value) as number];
        const call = path.posix.join('/', base, String(Reflect.getMetadata(PATH_METADATA, value))).replace(/\/$/, '');
        return `${method} ${call}: ${told.limit.name}, ${told.countedFor}`;
      });
    })
    .sort();
}

it('these calls are limited by decorator, and none loses its limit unnoticed', async () => {
  expect(await limitedCalls()).toEqual([
    'GET /api/activity/export.csv: exports, caller',
    'GET /api/admin/all-properties/export.csv: exports, caller',
    'GET /api/admin/all-transactions/export.csv: exports, caller',
    'GET /api/admin/all-users/export.csv: exports, caller',
    'GET /api/audit/events.jsonl: exports, caller',
    'GET /api/audit/log.jsonl: exports, caller',
    'GET /api/audit/manifest.json: exports, caller',
    'GET /api/compliance/cases/:id/file.pdf: exports, caller',
    'GET /api/market: market, visitor',
    'GET /api/payouts/export.csv: exports, caller',
    'GET /api/payouts/unclaimed/export.csv: exports, caller',
    'GET /api/portfolio/export.csv: exports, caller',
    'GET /api/previews/:name.png: previews, network',
    'GET /api/properties/:id/profile: property-profile, visitor',
    'GET /api/receipts/:paymentId.pdf: exports, caller',
    'GET /api/receipts/:paymentId/proof: exports, caller',
    'GET /api/transactions/export.csv: exports, caller',
    'GET /api/wallets/:address: wallet-look, caller',
    'GET /sitemap.xml: sitemap, network',
    'GET /sitemaps/:name.xml: sitemap, network',
    'POST /api/admin/cases/:id/resolve: payment-start, caller',
    'POST /api/admin/proposals/:id/approve: payment-start, caller',
    'POST /api/admin/revenue/withdrawals: payment-start, caller',
    'POST /api/audit/anchors: exports, caller',
    'POST /api/audit/verification/:check: exports, caller',
    'POST /api/auth/xumm-login: login-start, network',
    'POST /api/compliance/cases/:id/reveal: reveals, caller',
    'POST /api/kyc/cases/:id/answer: uploads, caller',
    'POST /api/kyc/initialize: verification-start, caller',
    'POST /api/kyc/start: verification-start, caller',
    'POST /api/kyc/submit: uploads, caller',
    'POST /api/loan/payment: payment-start, caller',
    'POST /api/properties/:id/contract: uploads, caller',
    'POST /api/properties/:id/purchase: payment-start, caller',
    'POST /api/properties/validate: address-check, network',
    'POST /api/rlusd/create-payment: payment-start, caller',
    'POST /api/rlusd/create-trust-line: payment-start, caller',
    'POST /api/rlusd/deposit: payment-start, caller',
    'POST /api/rlusd/payback: payment-start, caller',
    'POST /api/rlusd/payment: payment-start, caller',
    'POST /api/rlusd/payments/:paymentId/fee: payment-start, caller',
    'POST /api/rlusd/payments/:paymentId/refund: payment-start, caller',
    'POST /api/rlusd/process-payment: payment-start, caller',
    'POST /api/sandbox/month: sandbox-desk, caller',
    'POST /api/sandbox/rent: sandbox-desk, caller',
    'POST /api/tokens/bulk: payment-start, caller',
    'POST /api/tokens/issue: payment-start, caller',
    'POST /api/tokens/payout: payment-start, caller',
    'POST /api/wallets/:address/demo-funding: demo-funding, caller',
  ]);
});
