import type { InvestorInfo, LandlordInfo, PersonalInfo } from '@tknest/contracts/api';
import type { ScreeningSubject } from '../screening/screening.public.js';

/** Whom an application names: the applicant, and a landlord's business. What they typed is confirmed by nobody yet. */
export function subjectsOf(personal: PersonalInfo, details: LandlordInfo | InvestorInfo): ScreeningSubject[] {
  const { firstName, lastName, dateOfBirth, country } = personal;
  const business = 'businessName' in details ? details.businessName?.trim() : undefined;
  const countries = country ? [country] : [];
  return [
    {
      kind: 'individual',
      names: [`${firstName} ${lastName}`],
      birthDate: dateOfBirth ? { value: dateOfBirth, confirmed: false } : null,
      countries,
    },
    ...(business ? [{ kind: 'entity' as const, names: [business], birthDate: null, countries }] : []),
  ];
}
