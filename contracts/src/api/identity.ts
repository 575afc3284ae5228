import { Transform } from 'class-transformer';
import {
  Equals,
  IsBoolean,
  IsEmail,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsNumber,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
  Min,
  MinLength,
} from 'class-validator';
import { KYC } from '../rules/index.js';
import type { KycStatus } from './access.js';

/** A number of a multipart form, where every field is a text; what is not one stays a text, and is refused. */
const number = () =>
  Transform(({ value }) => (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : value));
const flag = () => Transform(({ value }) => value === true || value === 'true' || value === 'on' || value === '1');
const text =
  (min: number, message: string): PropertyDecorator =>
  (target, key) => {
    IsString({ message })(target, key);
    MinLength(min, { message })(target, key);
    MaxLength(500)(target, key);
  };

/** D1 §5 "KYC personal". */
export class PersonalInfo {
  @text(2, 'First name must be at least 2 characters') firstName!: string;
  @text(2, 'Last name must be at least 2 characters') lastName!: string;
  @IsString({ message: 'Date of birth is required' })
  @Matches(/^\d{4}-\d{2}-\d{2}$/, { message: 'Date of birth is required' })
  dateOfBirth!: string;
  @text(10, 'Valid phone number required') phoneNumber!: string;
  @IsEmail({}, { message: 'Valid email address required' }) @MaxLength(254) email!: string;
  @text(10, 'Complete address required') address!: string;
  @text(2, 'City is required') city!: string;
  @text(2, 'State is required') state!: string;
  @text(5, 'Valid ZIP code required') zipCode!: string;
  @text(2, 'Country is required') country: string = KYC.countries[0];
  @text(9, 'Valid SSN required') ssn!: string;
}

export class Agreements {
  @flag()
  @Equals(true, { message: 'Agreements Required: Please accept all terms and agreements to proceed' })
  termsAccepted!: boolean;
  @flag()
  @Equals(true, { message: 'Agreements Required: Please accept all terms and agreements to proceed' })
  privacyAccepted!: boolean;
  @flag()
  @Equals(true, { message: 'Agreements Required: Please accept all terms and agreements to proceed' })
  riskDisclosureAccepted!: boolean;
}

/** D1 §5 "KYC landlord". */
export class LandlordInfo {
  @IsOptional() @IsString() @MaxLength(200) businessName?: string;
  @IsIn(['individual', 'llc', 'corporation', 'partnership'], { message: 'Choose a business type' })
  businessType: string = 'individual';
  @text(9, 'Valid tax ID required') taxId!: string;
  @number()
  @IsInt({ message: 'Years in real estate must be a whole number' })
  @Min(0, { message: 'Years in real estate must be 0 or more' })
  yearsInRealEstate!: number;
  @number()
  @IsInt({ message: 'Must own at least 1 property' })
  @Min(1, { message: 'Must own at least 1 property' })
  totalProperties!: number;
  @number()
  @IsNumber({}, { message: 'Rental income must be 0 or more' })
  @Min(0, { message: 'Rental income must be 0 or more' })
  totalRentalIncome!: number;
  @text(10, 'Describe your experience in at least 10 characters') propertyManagementExperience!: string;
  @text(2, 'Bank name is required') bankName!: string;
  @text(8, 'Valid account number required') accountNumber!: string;
  @text(9, 'Valid routing number required') routingNumber!: string;
}

/** D1 §5 "KYC investor". */
export class InvestorInfo {
  @text(2, 'Occupation is required') occupation!: string;
  @text(2, 'Employer is required') employer!: string;
  @number()
  @IsNumber({}, { message: 'Annual income is required' })
  @Min(1, { message: 'Annual income is required' })
  annualIncome!: number;
  @number()
  @IsNumber({}, { message: 'Net worth must be 0 or more' })
  @Min(0, { message: 'Net worth must be 0 or more' })
  netWorth!: number;
  @IsIn(['none', 'beginner', 'intermediate', 'advanced'], { message: 'Choose your experience' })
  investmentExperience: string = 'beginner';
  @IsIn(['conservative', 'moderate', 'aggressive'], { message: 'Choose your risk tolerance' }) riskTolerance: string =
    'moderate';
  @text(20, 'Describe your goals in at least 20 characters') investmentGoals!: string;
  @IsIn(['immediate', '6months', '1year', '5years', '10years'], { message: 'Choose your liquidity needs' })
  liquidityNeeds: string = '1year';
  @flag() @IsBoolean() previousRealEstateInvestment: boolean = false;
  @flag() @IsBoolean() cryptoExperience: boolean = false;
  @number()
  @IsNumber({}, { message: 'Minimum investment is $100' })
  @Min(100, { message: 'Minimum investment is $100' })
  expectedInvestmentAmount!: number;
}

export class ScreenNameRequest {
  @IsString({ message: 'Name Required: Please enter a name to screen' })
  @IsNotEmpty({ message: 'Name Required: Please enter a name to screen' })
  @Matches(/\S/, { message: 'Name Required: Please enter a name to screen' })
  @MaxLength(350)
  name!: string;
}

export interface ScreeningMatch {
  name: string;
  score: number;
  list: string;
  entityNumber: string;
  program: string;
  type: string;
}

export interface ScreeningResult {
  name: string;
  status: 'approved' | 'pending' | 'rejected';
  riskLevel: 'low' | 'medium' | 'high';
  reason: string;
  matches: ScreeningMatch[];
}

export interface KycSubmitResult {
  status: 'approved' | 'pending' | 'rejected';
  reason: string | null;
  message: string;
  riskLevel: 'low' | 'medium' | 'high';
  flags: string[];
}

export interface KycRecord {
  kycStatus: KycStatus;
  kycProvider: string | null;
  rejectionReason: string | null;
  expiresAt: string | null;
  userRole: 'investor' | 'landlord' | null;
}

export interface KycDocumentView {
  id: string;
  kind: string;
  bytes: number;
  mediaType: string;
  uploadedAt: string;
}
