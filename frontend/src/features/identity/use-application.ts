import { InvestorInfo, LandlordInfo, PersonalInfo } from '@tknest/contracts/api';
import { AGREEMENT_VERSIONS, KYC } from '@tknest/contracts/rules';
import { useEffect, useRef } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { problemsOf, resolveWith, type Problems } from '../../shared/form/contract-resolver';
import { useDraft, useNeverKept } from '../../shared/form/use-draft';
import { KYC_FORM, KYC_STEP } from '../../shared/storage/keys';
import { useWizard } from '../../shared/wizard/use-wizard';
import { AGREEMENTS, askedOf, fieldsOf, PERSONAL, type UserType, type Values } from './kyc-form';

const STEPS = 4;

/** Never stored in the browser, unlike the rest of a draft. */
const NEVER_STORED = [...PERSONAL, ...fieldsOf('landlord')]
  .filter(({ type }) => type === 'secret')
  .map(({ name }) => name);

/** All that is filled in is kept, defaults too. */
const NOTHING = {};

export const DEFAULTS: Values = {
  country: KYC.countries[0],
  businessType: 'individual',
  investmentExperience: 'beginner',
  riskTolerance: 'moderate',
  liquidityNeeds: '1year',
  previousRealEstateInvestment: 'false',
  cryptoExperience: 'false',
  agreementVersions: AGREEMENT_VERSIONS,
};

/** Messages by field, from the same rules as on the server. */
export function errorsOf(type: 'personal' | UserType, values: Values): Problems {
  const target = { personal: PersonalInfo, landlord: LandlordInfo, investor: InvestorInfo }[type] as new () => object;
  const own = new Set(askedOf(fieldsOf(type), values).map(({ name }) => name));
  return problemsOf(
    target,
    Object.fromEntries(Object.entries(values).filter(([name, value]) => own.has(name) && value !== '')),
  );
}

const isEmpty = (problems: Problems) => Object.keys(problems).length === 0;
/** What is wrong in a step; in the review, in the first step with something wrong. */
function problemsAt(step: number, values: Application): Problems {
  const [personal, professional] = [errorsOf('personal', values), errorsOf(values.userType, values)];
  if (step < 3) return step === 1 ? personal : professional;
  return step === 3 ? {} : isEmpty(personal) ? professional : personal;
}

/** The application in progress: every field's text, the type, and the agreements. */
export type Application = Values & { userType: UserType };

/** The stored draft, without values that a field cannot have; if there is none, an empty form for the user's role. */
function keptApplication(wallet: string, asked: UserType | null, role: UserType): Application {
  const draft = KYC_FORM.read(wallet) ?? {};
  // A consent applies to the text that was shown.
  const agreedToThese = draft.agreementVersions === AGREEMENT_VERSIONS;
  const kept = Object.entries({ ...draft, agreementVersions: AGREEMENT_VERSIONS }).filter(([name, value]) =>
    AGREEMENTS.some((one) => one.name === name)
      ? agreedToThese && typeof value === 'boolean'
      : typeof value === 'string',
  );
  const application = { ...DEFAULTS, userType: role, ...Object.fromEntries(kept) } as Application;
  return { ...application, userType: asked ?? (application.userType === 'landlord' ? 'landlord' : 'investor') };
}

/**
 * The last step that may be shown, so that an empty form is not reviewed. Numbers and files are never stored and do not
 * count; missing ones are reported when the application is submitted.
 */
function furthestStep(values: Application): number {
  const complete = (type: 'personal' | UserType) =>
    Object.keys(errorsOf(type, values)).every((name) => NEVER_STORED.includes(name));
  if (!complete('personal')) return 1;
  return complete(values.userType) ? STEPS : 2;
}

/**
 * The application's form. Step, data, type and agreements are stored on this device under keys that begin with kyc_
 * (REQ-1.4.17), for this wallet only, without the four numbers, which are never stored.
 */
export function useApplication(wallet: string, asked: UserType | null, role: UserType) {
  const shown = useRef(1);
  const form = useForm<Application>({
    defaultValues: keptApplication(wallet, asked, role),
    // Continue submits each step: the fields of the next one are checked when they are left, not with their first key.
    reValidateMode: 'onSubmit',
    resolver: resolveWith((values) => problemsAt(shown.current, values)),
  });
  useNeverKept(form.control, ...NEVER_STORED);
  const { forget } = useDraft(form, wallet, { drafts: KYC_FORM, start: NOTHING });
  const values = useWatch({ control: form.control }) as Application;
  const wizard = useWizard(furthestStep(values), Number(KYC_STEP.read(wallet) ?? 1));
  shown.current = wizard.step;
  useEffect(() => KYC_STEP.write(String(wizard.step), wallet), [wallet, wizard.step]);
  const clear = () => {
    form.reset({ ...DEFAULTS, userType: form.getValues('userType') });
    forget();
    KYC_STEP.write(null, wallet);
  };
  return { form, values, ...wizard, clear };
}
