import { Injectable } from '@nestjs/common';
import type { InvestorInfo, LandlordInfo, PersonalInfo } from '@tknest/contracts/api';
import type { KycRole } from '@tknest/contracts/events';
import { isLatinName } from '@tknest/contracts/rules';
import type { ItemOf } from '#platform/vault/open-item.js';
import { unlessGone, VaultService } from '#platform/vault/vault.service.js';
import { foldedNames, type ScreeningSubject } from '#features/screening/module.public.js';
import { checkOf, type IdentityState } from './identity.state.js';
import { allAgree, type StatedPerson } from './names-agree.js';

/** An application as the vault keeps it. */
export interface SealedApplication {
  role: KycRole;
  personal: PersonalInfo;
  details: LandlordInfo | InvestorInfo;
  /** Keyed digests of the files as uploaded, by document. */
  digests?: Record<string, string>;
}
/** A provider's report, as the vault keeps it. */
export interface SealedReport {
  person: StatedPerson | null;
  comment: string | null;
}

/** A social security number is looked up by its letters and digits only. */
export const SSN = 'ssn';
export const bareNumber = (ssn: string) => ssn.replace(/[^0-9a-z]/gi, '').toUpperCase();

const ROLES = ['investor', 'landlord'] as const;

/** Everything stated about a person, decrypted only while a decision is made. */
@Injectable()
export class Dossier {
  constructor(private readonly vault: VaultService) {}

  /** Whether forms, with their names as in the passport, and providers agree on one person in both roles (rule 3). */
  async agrees(wallet: string, state: IdentityState): Promise<boolean> {
    const stated = await Promise.all(
      ROLES.flatMap((role) => [
        this.formOf(wallet, state, role).then((form) => (form ? [form.personal, ...asInPassport(form)] : [])),
        this.reported(wallet, state, role).then((person) => (person ? [person] : [])),
      ]),
    );
    return allAgree(stated.flat());
  }

  /**
   * The subjects of a role's screening: a landlord's business, and the person under every name that they ever gave or a
   * provider ever reported, whatever the result. Applying under another name does not remove an earlier one.
   * @param brought what is being submitted or reported now, which no event contains yet
   */
  async subjects(
    wallet: string,
    state: IdentityState,
    role: KycRole,
    brought: { form?: SealedApplication; seen?: StatedPerson } = {},
  ): Promise<ScreeningSubject[]> {
    const [form, seen] = await Promise.all([
      brought.form ?? this.formOf(wallet, state, role),
      brought.seen ?? this.reported(wallet, state, role),
    ]);
    const subjects = subjectsOf(form, seen);
    for (const item of [...state.named[role]].reverse()) {
      const said = (await this.open(wallet, item, ['kyc-application', 'provider-report'])) as
        SealedApplication | SealedReport | undefined;
      if (!said) continue;
      const earlier = 'personal' in said ? said : undefined;
      const reported = 'person' in said ? (said.person ?? undefined) : undefined;
      // The provider may have withdrawn an earlier report, so its birth date does not count as confirmed.
      subjects.push(...subjectsOf(earlier, undefined), ...subjectsOf(undefined, reported, false));
    }
    return withoutTwins(subjects);
  }

  async formOf(wallet: string, state: IdentityState, role: KycRole): Promise<SealedApplication | undefined> {
    const item = state.forms[role]?.applicationItem;
    return item ? ((await this.open(wallet, item, 'kyc-application')) as SealedApplication | undefined) : undefined;
  }

  /** The person as the provider has seen them on documents. */
  private async reported(wallet: string, state: IdentityState, role: KycRole): Promise<StatedPerson | undefined> {
    const check = checkOf(state, role);
    if (check?.status !== 'approved' || !check.reportItem) return undefined;
    return (
      ((await this.open(wallet, check.reportItem, 'provider-report')) as SealedReport | undefined)?.person ?? undefined
    );
  }

  private async open(subject: string, item: string, kind: ItemOf['kind']): Promise<object | undefined> {
    return (await unlessGone(this.vault.get(item, { subject, kind }))) ?? undefined;
  }
}

/** The name that the form gives beside a name in other letters. */
const asInPassport = ({ personal: { firstName, lastName, passportName, dateOfBirth } }: SealedApplication) =>
  passportName && !isLatinName(`${firstName} ${lastName}`)
    ? [{ firstName: passportName, lastName: '', dateOfBirth }]
    : [];

/** A birth date that a provider has seen is confirmed; a typed one only if it is the same. */
export function subjectsOf(
  form: SealedApplication | undefined,
  seen: StatedPerson | undefined,
  isConfirmed = true,
): ScreeningSubject[] {
  const countries = form ? [form.personal.country] : [];
  const subjects: ScreeningSubject[] = [];
  const nameOf = ({ firstName, lastName }: StatedPerson) => `${firstName} ${lastName}`.trim();
  const add = (person: StatedPerson) => {
    const { dateOfBirth } = person;
    const own = nameOf(person);
    // Beside other letters stands the name of the passport, as the person has typed or the provider has read it.
    const others = isLatinName(own) ? [] : [...(form ? asInPassport(form) : []), ...(seen ? [seen] : [])];
    subjects.push({
      kind: 'individual',
      names: [...new Set([own, ...others.map(nameOf)])],
      birthDate: dateOfBirth
        ? { value: dateOfBirth, confirmed: isConfirmed && dateOfBirth === seen?.dateOfBirth }
        : null,
      countries,
    });
  };
  if (form) add(form.personal);
  if (seen) add(seen);
  const business = form && 'businessName' in form.details ? form.details.businessName?.trim() : undefined;
  if (business) subjects.push({ kind: 'entity', names: [business], birthDate: null, countries });
  return subjects;
}

/** Keeps the first of subjects with the same kind, name and birth date; the most reliable come first. */
function withoutTwins(subjects: readonly ScreeningSubject[]): ScreeningSubject[] {
  const known = new Map<string, ScreeningSubject>();
  for (const subject of subjects) {
    const key = JSON.stringify([subject.kind, foldedNames(subject), subject.birthDate?.value ?? null]);
    if (!known.has(key)) known.set(key, subject);
  }
  return [...known.values()];
}
