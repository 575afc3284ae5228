import { InvestorInfo, LandlordInfo, PersonalInfo } from '@tknest/contracts/api';
import { AGREEMENT_VERSIONS, KYC } from '@tknest/contracts/rules';
import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { problemsOf, resolveWith, type Problems } from '../../shared/form/contract-resolver';
import { useDraft } from '../../shared/form/use-draft';
import { KYC_FORM, KYC_STEP } from '../../shared/storage/keys';
import { useWizard } from '../../shared/wizard/use-wizard';
import { AGREEMENTS, fieldsOf, PERSONAL, type UserType, type Values } from './kyc-form';

const STEPS = 4;

/** Never stored in the browser, unlike the rest of a draft. */
const NEVER_STORED = new Set(
  [...PERSONAL, ...fieldsOf('landlord')].filter(({ type }) => type === 'secret').map(({ name }) => name),
);

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
  const own = new Set(fieldsOf(type).map(({ name }) => name));
  return problemsOf(
    target,
    Object.fromEntries(Object.entries(values).filter(([name, value]) => own.has(name) && value !== '')),
  );
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
    Object.keys(errorsOf(type, values)).every((name) => NEVER_STORED.has(name));
  if (!complete('personal')) return 1;
  return complete(values.userType) ? STEPS : 2;
}

/**
 * The application's form. Step, data, type and agreements are stored on this device under keys that begin with kyc_ (D1
 * §4), for this wallet only, without the four numbers, which are never stored.
 */
export function useApplication(wallet: string, asked: UserType | null, role: UserType) {
  const form = useForm<Application>({
    defaultValues: keptApplication(wallet, asked, role),
    resolver: resolveWith((values) => ({ ...errorsOf('personal', values), ...errorsOf(values.userType, values) })),
  });
  const { forget } = useDraft(form, KYC_FORM, wallet, (values) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !NEVER_STORED.has(name))),
  );
  const values = useWatch({ control: form.control }) as Application;
  const wizard = useWizard(furthestStep(values), Number(KYC_STEP.read(wallet) ?? 1));
  useEffect(() => KYC_STEP.write(String(wizard.step), wallet), [wallet, wizard.step]);
  const clear = () => {
    form.reset({ ...DEFAULTS, userType: form.getValues('userType') });
    forget();
    KYC_STEP.write(null, wallet);
  };
  return { form, values, ...wizard, clear };
}
