import { describe, expect, it } from '@jest/globals';
import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { DocumentScan } from '@tknest/contracts/events';
import { CostlyWork } from '#platform/http/costly-work.js';
import type { Session } from '#platform/sessions/session.js';
import type { UploadedFile } from '#platform/http/uploads/sealed-files.js';
import type { ReadModels } from '#platform/projections/read-models.js';
import type { DocumentScanner } from '#features/identity/module.public.js';
import type { AttachContract } from './attach-contract.command.js';
import { ContractController } from './contract.controller.js';
import { pdfOf } from '#test/support/pdf.js';

const session = { wallet: 'rOwner' } as Session;

/** Attaches a file with this name and scan result. @returns the command's input */
async function attach(scan: DocumentScan, name = 'lease.pdf', sandbox = true): Promise<AttachContract | undefined> {
  let given: AttachContract | undefined;
  const commands = { execute: async (command: AttachContract) => void (given = command) } as unknown as CommandBus;
  const queries = { execute: async () => ({}) } as unknown as QueryBus;
  const readModels = { waitFor: async () => undefined } as unknown as ReadModels;
  const scanner = { scan: async () => scan } as unknown as DocumentScanner;
  const file = { originalname: name, sha256: 'a', read: () => pdfOf('lease') };
  const contract = [file as unknown as UploadedFile];
  const controller = new ContractController(commands, queries, readModels, scanner, new CostlyWork(), { sandbox });
  await controller.attach(session, 1, { contract });
  return given;
}

describe('an uploaded rental contract', () => {
  it.each(['clean', 'unscanned'] as const)('is kept where the scanner says "%s"', async (scan) => {
    expect((await attach(scan))?.file).toMatchObject({ fileName: 'lease.pdf', mediaType: 'application/pdf' });
  });
  it('that holds malware is refused', async () => {
    await expect(attach('infected')).rejects.toMatchObject({
      reason: 'invalid',
      message: 'The contract was rejected because it contains malware',
    });
  });
  it('is not taken where people are real and nothing looks for malware', async () => {
    await expect(attach('unscanned', 'lease.pdf', false)).rejects.toMatchObject({ reason: 'unavailable' });
    expect(await attach('clean', 'lease.pdf', false)).toBeDefined();
  });
  it('that nobody could look at is not kept: it can be sent again', async () => {
    await expect(attach('quarantined')).rejects.toMatchObject({
      reason: 'unavailable',
      message: 'The contract could not be checked for malware, so it was not saved. Try again in a few minutes.',
    });
  });
  it.each([
    ['lease "2026"; x.pdf', 'lease _2026__ x.pdf'],
    ['../../etc/lease.pdf', 'lease.pdf'],
    ['lease\r\nX-Evil: 1.pdf', 'lease__X-Evil_ 1.pdf'],
  ])('has no name that could leave its header or folder: %j', async (name, kept) => {
    expect((await attach('clean', name))?.file.fileName).toBe(kept);
  });
});
