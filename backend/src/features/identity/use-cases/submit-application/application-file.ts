import { Inject, Injectable } from '@nestjs/common';
import type { DocumentRecord } from '@tknest/contracts/events';
import { AGREEMENT_TEXTS, type AgreementText } from '@tknest/contracts/rules';
import { randomUUID } from 'node:crypto';
import { CONFIG, type Config } from '#platform/config/config.js';
import { VaultService } from '#platform/vault/vault.service.js';
import { PersonScreening } from '#features/screening/module.public.js';
import { type PersonScreened } from '#features/screening/rules.public.js';
import { bareNumber, Dossier, SSN, type SealedApplication } from '../../dossier.js';
import type { Submission } from '../../identity.decider.js';
import type { IdentityState } from '../../identity.state.js';

/** A checked document, not yet encrypted. */
export interface SubmittedDocument extends Omit<DocumentRecord, 'id'> {
  /** Digest of the file as it was uploaded, in hex. */
  sha256: string;
  read(): Promise<Buffer>;
}

/** An application to store in the vault: stored once, and removed again if no event came to refer to it. */
export interface FileOfApplication {
  submission: Submission;
  /**
   * Encrypts form and documents, and screens the people and businesses that they name. Does nothing the second time.
   */
  sealAndScreen(state: IdentityState): Promise<PersonScreened>;
  discard(): Promise<void>;
}

const VERSIONS = Object.fromEntries(
  Object.entries(AGREEMENT_TEXTS).map(([name, { version }]) => [name, version]),
) as Record<AgreementText, string>;

@Injectable()
export class ApplicationFile {
  constructor(
    private readonly vault: VaultService,
    private readonly screening: PersonScreening,
    private readonly dossier: Dossier,
    @Inject(CONFIG) private readonly config: Pick<Config, 'numbersIdentify'>,
  ) {}

  of(
    wallet: string,
    form: Omit<SealedApplication, 'digests'>,
    documents: readonly SubmittedDocument[],
  ): FileOfApplication {
    const records = documents.map(({ read: _read, sha256: _sha256, ...record }) => ({ ...record, id: randomUUID() }));
    const submission: Submission = {
      wallet,
      applicationId: randomUUID(),
      role: form.role,
      applicationItem: randomUUID(),
      documents: records,
      agreements: VERSIONS,
    };
    const ssn = bareNumber(form.personal.ssn);
    let screened: PersonScreened | undefined;
    let isNewNumber = false;
    const seal = async () => {
      const digests = Object.fromEntries(
        documents.map(({ sha256 }, index) => [records[index]!.id, this.vault.blindIndex('document', sha256)]),
      );
      await this.vault.put(wallet, 'kyc-application', { ...form, digests }, submission.applicationItem);
      // One after another, so that only one document at a time is in memory.
      for (const [index, { id, kind }] of records.entries())
        await this.vault.put(wallet, `kyc-document/${kind}`, await documents[index]!.read(), id, wallet);
      isNewNumber = this.config.numbersIdentify && (await this.vault.remember(wallet, SSN, ssn));
    };
    return {
      submission,
      sealAndScreen: async (state) => {
        if (screened) return screened;
        await seal();
        const { applicationId, role } = submission;
        const subjects = await this.dossier.subjects(wallet, state, role, { form });
        return (screened = await this.screening.prepare({
          wallet,
          role,
          applicationId,
          occasion: 'application',
          subjects,
        }));
      },
      discard: async () => {
        const subjects = screened ? [screened.subjectItem] : [];
        await this.vault.discard([submission.applicationItem, ...records.map(({ id }) => id), ...subjects]);
        if (isNewNumber) await this.vault.forget(wallet, SSN, ssn);
      },
    };
  }
}
