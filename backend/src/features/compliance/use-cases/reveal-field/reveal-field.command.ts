import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { RevealedField, SecretField } from '@tknest/contracts/api';
import { Refused } from '#platform/domain/refused.js';
import type { Session } from '#platform/sessions/session.js';
import { CaseFile } from '../../case-file.js';
import { CaseFinder } from '../../case-finder.js';
import { LINKED_PERSON } from '../../case-words.js';
import { Looks } from '../../looks.js';
import { Officers } from '../../officers.js';

/** Shows one number of a case's applicant in full to an officer. The view is recorded first, with the field's name. */
export class RevealField extends Command<RevealedField> {
  constructor(
    readonly session: Session,
    readonly id: string,
    readonly field: SecretField,
  ) {
    super();
  }
}

@CommandHandler(RevealField)
export class RevealFieldHandler implements ICommandHandler<RevealField> {
  constructor(
    private readonly finder: CaseFinder,
    private readonly officers: Officers,
    private readonly files: CaseFile,
    private readonly looks: Looks,
  ) {}

  /**
   * @throws Refused (403 for the officer's own case; 404 if the application has no such field; 503 if the view cannot
   *   be recorded)
   */
  async execute({ session, id, field }: RevealField): Promise<RevealedField> {
    const row = await this.finder.one(id);
    if (await this.officers.linked(session.wallet, row.wallet)) throw new Refused('forbidden', LINKED_PERSON);
    const { form } = await this.files.open(row.wallet, row.userRole);
    const entered: Record<string, unknown> = form ? { ...form.personal, ...form.details } : {};
    const value = entered[field];
    if (typeof value !== 'string' || value === '')
      throw new Refused('not-found', 'The application does not have this number');
    await this.looks.record(session, row, { field });
    return { field, value };
  }
}
