import { describe, expect, it } from '@jest/globals';
import type { SecretField } from '@tknest/contracts/api';
import { Refused } from '#platform/domain/refused.js';
import type { Session } from '#platform/sessions/session.js';
import type { SealedApplication } from '#features/identity/module.public.js';
import type { CaseFile } from '../../case-file.js';
import type { CaseFinder } from '../../case-finder.js';
import type { Looks } from '../../looks.js';
import type { Officers } from '../../officers.js';
import { applicantOf, maskedApplicant } from '../show-case/applicant.js';
import { RevealField, RevealFieldHandler } from './reveal-field.command.js';

const form = {
  role: 'landlord',
  personal: { firstName: 'Ida', lastName: 'Example', dateOfBirth: '1985-04-12', country: 'US', ssn: '123-45-6789' },
  details: { taxId: '98-7654321', accountNumber: '000111222333', routingNumber: '021000021', bankName: 'First Bank' },
} as unknown as SealedApplication;
const SECRETS = ['123-45-6789', '98-7654321', '000111222333', '021000021'];

describe('the numbers of an applicant', () => {
  it('show their last four characters to whoever opens the case', () => {
    const applicant = applicantOf(form, []);
    for (const shown of [applicant, maskedApplicant(applicant)]) {
      for (const secret of SECRETS) expect(JSON.stringify(shown)).not.toContain(secret);
      expect(shown.fields).toContainEqual({ label: 'SSN', value: '•••• 6789', secret: 'ssn' });
      expect(shown.fields).toContainEqual({ label: 'Routing number', value: '•••• 0021', secret: 'routingNumber' });
    }
    expect(applicant.fields).toContainEqual({ label: 'Bank name', value: 'First Bank', secret: null });
  });

  it('and the answers are in words', () => {
    const answers = { annualIncome: 90_000, liquidityNeeds: '1year', businessType: 'llc', cryptoExperience: false };
    const { fields } = applicantOf({ ...form, details: answers } as unknown as SealedApplication, []);
    expect(Object.fromEntries(fields.map(({ label, value }) => [label, value]))).toMatchObject({
      'Date of birth': 'Apr 12, 1985',
      Country: 'United States',
      'Annual income': '$90,000',
      'Liquidity needs': '1 year',
      'Business type': 'LLC',
      'Crypto experience': 'No',
    });
  });

  const looks: object[] = [];
  let canRecord = true;
  let isLinked = false;
  const reveal = (field: SecretField, of: SealedApplication | undefined = form) =>
    new RevealFieldHandler(
      { one: async (id: string) => ({ id, wallet: 'rIda', userRole: 'landlord' }) } as unknown as CaseFinder,
      { linked: async () => isLinked } as unknown as Officers,
      { open: async () => ({ form: of }) } as unknown as CaseFile,
      {
        record: async (_: Session, __: object, at: object) => {
          if (!canRecord) throw new Refused('unavailable', 'not now');
          looks.push(at);
        },
      } as unknown as Looks,
    ).execute(new RevealField({ wallet: 'rOfficer' } as Session, 'case', field));

  it('are shown in full one at a time, and each time is recorded first', async () => {
    expect(await reveal('ssn')).toEqual({ field: 'ssn', value: '123-45-6789' });
    expect(looks).toEqual([{ field: 'ssn' }]);
    canRecord = false;
    await expect(reveal('taxId')).rejects.toMatchObject({ reason: 'unavailable' });
    canRecord = true;
    await expect(reveal('ssn', null as never)).rejects.toMatchObject({ reason: 'not-found' });
  });

  it('are not shown to an officer whom the case is about, and nothing is recorded', async () => {
    looks.length = 0;
    isLinked = true;
    await expect(reveal('ssn')).rejects.toMatchObject({ reason: 'forbidden' });
    expect(looks).toEqual([]);
  });
});
