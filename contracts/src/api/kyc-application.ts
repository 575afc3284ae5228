/** The KYC application (REQ-1.5.17, REQ-1.5.18): one set of rules, used by the form and by the server. */
import { Transform } from 'class-transformer';
import {
  Equals,
  IsBoolean,
  IsEmail,
  IsIn,
  IsInt,
  IsISO31661Alpha2,
  IsNumber,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateBy,
} from 'class-validator';
import {
  AGREEMENT_VERSIONS,
  ageOn,
  countryCodeOf,
  faultOf,
  KYC,
  isLatinName,
  nameHelp,
  PLAIN_NAME_HELP,
  PLAIN_TEXT,
} from '../rules/index.js';

type Raw = { value: unknown };
const trimmed = () => Transform(({ value }: Raw) => (typeof value === 'string' ? value.trim() : value));
/** A number in a multipart form, where every field is a text; any other text stays a text, and is refused. */
const number = () =>
  Transform(({ value }: Raw) =>
    typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : value,
  );
const flag = () => Transform(({ value }: Raw) => value === true || value === 'true' || value === 'on' || value === '1');
const text =
  (min: number, message: string): PropertyDecorator =>
  (target, key) => {
    trimmed()(target, key);
    IsString({ message })(target, key);
    MinLength(min, { message })(target, key);
    MaxLength(500)(target, key);
  };
/** A name must have letters, and every word of it must be comparable with a list. */
const name =
  (message: string): PropertyDecorator =>
  (target, key) => {
    text(2, message)(target, key);
    Matches(/\p{L}/u, { message })(target, key);
    Matches(PLAIN_TEXT, { message: PLAIN_NAME_HELP })(target, key);
    const faulty = (value: unknown) => (typeof value === 'string' ? faultOf(value) : null);
    ValidateBy({
      name: 'isComparableName',
      validator: {
        validate: (value) => faulty(value) === null,
        defaultMessage: (args) => nameHelp(faulty(args?.value)!),
      },
    })(target, key);
  };
const PASSPORT_NAME_HELP = 'Write the name in Latin letters only, as it is printed in your passport';
/** A name in Latin letters that may be left out. */
const latinName = (): PropertyDecorator => (target, key) => {
  IsOptional()(target, key);
  trimmed()(target, key);
  IsString()(target, key);
  MaxLength(200)(target, key);
  const isFitting = (value: unknown) => typeof value === 'string' && isLatinName(value) && faultOf(value) === null;
  const validator = { validate: isFitting, defaultMessage: () => PASSPORT_NAME_HELP };
  Matches(PLAIN_TEXT, { message: PLAIN_NAME_HELP })(target, key);
  ValidateBy({ name: 'isLatinName', validator })(target, key);
};
const amount =
  (min: number, message: string): PropertyDecorator =>
  (target, key) => {
    number()(target, key);
    IsNumber({}, { message })(target, key);
    Min(min, { message })(target, key);
    Max(1e12, { message })(target, key);
  };

const today = () => new Date().toISOString().slice(0, 10);
const { min: ADULT, max: OLDEST } = KYC.age;
/** A valid date, with the required age. */
const dateOfBirth = (): PropertyDecorator => (target, key) => {
  const required = 'Date of birth is required';
  trimmed()(target, key);
  IsString({ message: required })(target, key);
  Matches(/^\d{4}-\d{2}-\d{2}$/, { message: required })(target, key);
  const age = (value: unknown) => (typeof value === 'string' ? ageOn(value, today()) : NaN);
  ValidateBy({
    name: 'isAdult',
    validator: {
      validate: (value) => age(value) >= ADULT && age(value) <= OLDEST,
      defaultMessage: (args) =>
        args?.value === undefined || args.value === ''
          ? required
          : age(args.value) < ADULT
            ? `You must be at least ${ADULT} years old`
            : 'Please enter your real date of birth',
    },
  })(target, key);
};
/** An ISO 3166-1 code; a label from the specification is converted to its code. */
const country =
  (message: string): PropertyDecorator =>
  (target, key) => {
    Transform(({ value }: Raw) => (typeof value === 'string' ? countryCodeOf(value) : value))(target, key);
    IsString({ message })(target, key);
    IsISO31661Alpha2({ message })(target, key);
  };

/** KYC personal (REQ-1.5.17). */
export class PersonalInfo {
  @name('First name must be at least 2 characters') firstName!: string;
  @name('Last name must be at least 2 characters') lastName!: string;
  /** The whole name in Latin letters, where the two above are in other ones. */
  @latinName() passportName?: string;
  @dateOfBirth() dateOfBirth!: string;
  @text(10, 'Valid phone number required') phoneNumber!: string;
  @trimmed() @IsEmail({}, { message: 'Valid email address required' }) @MaxLength(254) email!: string;
  @text(10, 'Complete address required') address!: string;
  @text(2, 'City is required') city!: string;
  @text(2, 'State is required') state!: string;
  @text(5, 'Valid ZIP code required') zipCode!: string;
  @country('Country is required') country: string = countryCodeOf(KYC.countries[0]);
  @text(9, 'Valid SSN required') ssn!: string;
}

const AGREED = { message: 'Agreements Required: Please accept all terms and agreements to proceed' };
export class Agreements {
  @flag() @Equals(true, AGREED) termsAccepted!: boolean;
  @flag() @Equals(true, AGREED) privacyAccepted!: boolean;
  @flag() @Equals(true, AGREED) riskDisclosureAccepted!: boolean;
  /** The versions that the page showed; the current ones if left out. */
  @IsOptional()
  @Equals(AGREEMENT_VERSIONS, {
    message: 'These texts have changed since you opened this page. Reload it and read them again.',
  })
  agreementVersions?: string;
}

const YEARS = { message: 'Years in real estate must be 0 or more' };
const PROPERTIES = { message: 'Must own at least 1 property' };
/** KYC landlord (REQ-1.5.17). */
export class LandlordInfo {
  @IsOptional() @trimmed() @IsString() @MaxLength(200) businessName?: string;
  @IsIn(['individual', 'llc', 'corporation', 'partnership'], { message: 'Choose a business type' })
  businessType: string = 'individual';
  @text(9, 'Valid tax ID required') taxId!: string;
  @number()
  @IsInt({ message: 'Years in real estate must be a whole number' })
  @Min(0, YEARS)
  @Max(100, YEARS)
  yearsInRealEstate!: number;
  @number() @IsInt(PROPERTIES) @Min(1, PROPERTIES) @Max(1e6, PROPERTIES) totalProperties!: number;
  @amount(0, 'Rental income must be 0 or more') totalRentalIncome!: number;
  @text(10, 'Describe your experience in at least 10 characters') propertyManagementExperience!: string;
  @text(2, 'Bank name is required') bankName!: string;
  @text(8, 'Valid account number required') accountNumber!: string;
  @text(9, 'Valid routing number required') routingNumber!: string;
}

/** KYC investor (REQ-1.5.17). */
export class InvestorInfo {
  @text(2, 'Occupation is required') occupation!: string;
  @text(2, 'Employer is required') employer!: string;
  @amount(1, 'Annual income is required') annualIncome!: number;
  @amount(0, 'Net worth must be 0 or more') netWorth!: number;
  @IsIn(['none', 'beginner', 'intermediate', 'advanced'], { message: 'Choose your experience' })
  investmentExperience: string = 'beginner';
  @IsIn(['conservative', 'moderate', 'aggressive'], { message: 'Choose your risk tolerance' }) riskTolerance: string =
    'moderate';
  @text(20, 'Describe your goals in at least 20 characters') investmentGoals!: string;
  @IsIn(['immediate', '6months', '1year', '5years', '10years'], { message: 'Choose your liquidity needs' })
  liquidityNeeds: string = '1year';
  @flag() @IsBoolean() previousRealEstateInvestment: boolean = false;
  @flag() @IsBoolean() cryptoExperience: boolean = false;
  @amount(100, 'Minimum investment is $100') expectedInvestmentAmount!: number;
}

const terms = (what: string) => ({ message: `You must accept the ${what}` });
/** Test KYC (REQ-1.5.21). */
export class TestVerificationRequest {
  @name('First name must be at least 2 characters') firstName!: string;
  @name('Last name must be at least 2 characters') lastName!: string;
  @trimmed() @IsEmail({}, { message: 'Please enter a valid email address' }) @MaxLength(254) email!: string;
  @dateOfBirth() dateOfBirth!: string;
  @country('Country is required') country!: string;
  @IsIn(['investor', 'landlord'], { message: 'Choose a user type: investor or landlord' })
  userType: 'investor' | 'landlord' = 'investor';
  @IsIn(KYC.testScenarios, { message: 'Choose an outcome to simulate' })
  testScenario!: (typeof KYC.testScenarios)[number];
  @Equals(true, terms('terms')) termsAccepted!: boolean;
  @Equals(true, terms('privacy policy')) privacyAccepted!: boolean;
  @Equals(true, terms('risk disclosure')) riskDisclosureAccepted!: boolean;
  @IsOptional() @IsBoolean() isTestMode?: boolean;
}
