import { IconAlertTriangle, IconFileText, IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CheckboxField } from '../../../shared/form/fields';
import { businessDay, day } from '../../../shared/format/time';
import { Button } from '../../../shared/ui/button/button';
import { AGREEMENTS, askedOf, DOCUMENTS, fieldsOf, PERSONAL, type UserType, type Values } from '../kyc-form';
import type { Application } from '../use-application';
import type { Files } from './documents-step';

type Rows = readonly (readonly [string, ReactNode])[];

/** A masked number: only its last four digits. */
const Masked = ({ value = '' }: { value?: string }) =>
  !value ? (
    '—'
  ) : (
    <>
      <span className="mono" aria-hidden>
        •••• {value.slice(-4)}
      </span>
      <span className="sr-only">ending in {value.slice(-4)}</span>
    </>
  );
const together = (...parts: readonly (string | undefined)[]) => parts.filter(Boolean).join(', ');
const dollars = (value = '') => `$${Number(value).toLocaleString('en-US')}`;
const validDay = (value = '') => (Number.isNaN(Date.parse(value)) ? value : day(`${value}T12:00:00`));

const personalRows = (v: Values): Rows => [
  ['Name', `${v.firstName} ${v.lastName}`],
  ...(askedOf(PERSONAL, v).some(({ name }) => name === 'passportName') && v.passportName
    ? [['In your passport', v.passportName] as const]
    : []),
  ['Date of birth', validDay(v.dateOfBirth)],
  ['Phone', v.phoneNumber],
  ['Email', v.email],
  ['Address', together(v.address, v.city, `${v.state} ${v.zipCode}`, v.country)],
  ['Social security number', <Masked key="ssn" value={v.ssn} />],
];

function professionalRows(type: UserType, v: Values): Rows {
  const shown = (name: string) =>
    fieldsOf(type)
      .find((field) => field.name === name)
      ?.options?.find(([key]) => key === v[name])?.[1];
  if (type === 'landlord') {
    return [
      ['Business', together(v.businessName, shown('businessType'))],
      ['Tax ID', <Masked key="tax" value={v.taxId} />],
      ['Properties', `${v.totalProperties}, ${v.yearsInRealEstate} years in real estate`],
      ['Rental income', `${dollars(v.totalRentalIncome)} a year`],
      ['Experience', v.propertyManagementExperience],
      ['Bank', v.bankName],
      ['Account number', <Masked key="account" value={v.accountNumber} />],
      ['Routing number', <Masked key="routing" value={v.routingNumber} />],
    ];
  }
  return [
    ['Work', `${v.occupation} at ${v.employer}`],
    ['Income and net worth', `${dollars(v.annualIncome)} a year, ${dollars(v.netWorth)}`],
    ['Experience and risk', together(shown('investmentExperience'), shown('riskTolerance')?.toLowerCase())],
    [
      'Previous experience',
      together(
        `Real estate: ${shown('previousRealEstateInvestment')?.toLowerCase()}`,
        `crypto wallet: ${shown('cryptoExperience')?.toLowerCase()}`,
      ),
    ],
    ['Goals', v.investmentGoals],
    ['Expected amount', dollars(v.expectedInvestmentAmount)],
    ['Liquidity needs', shown('liquidityNeeds')],
  ];
}

interface Props {
  titles: readonly string[];
  values: Application;
  files: Files;
  /** The agreements were missing when the application was to be sent. */
  agree: boolean;
  onEdit(step: number): void;
}

/** The application as it will be sent, by step, and the three agreements. */
export function ReviewStep({ titles, values, files, agree, onEdit }: Props) {
  const given = DOCUMENTS.map(({ kind, label }) => ({ label, of: files[kind] ?? [] })).filter(
    ({ of }) => of.length > 0,
  );
  const documents: Rows = given.map(({ label, of }) => [
    label,
    of.map(({ name }) => (
      <span key={name} className="kyc-file">
        <IconFileText size={16} aria-hidden />
        {name}
      </span>
    )),
  ]);
  const groups: readonly Rows[] = [personalRows(values), professionalRows(values.userType, values), documents];
  return (
    <>
      {groups.map((rows, index) => (
        <section key={titles[index]} className="kyc-group">
          <div className="between">
            <h3>{titles[index]}</h3>
            <Button
              look="subtle"
              size="sm"
              icon={<IconPencil size={16} aria-hidden />}
              onClick={() => onEdit(index + 1)}
              aria-label={`Edit ${titles[index]}`}
            >
              Edit
            </Button>
          </div>
          {rows.length === 0 ? (
            <p className="small dim">No documents yet: files are not kept when you leave the page.</p>
          ) : (
            <dl className="kyc-review">
              {rows.map(([term, value]) => (
                <div key={term}>
                  <dt>{term}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          )}
        </section>
      ))}
      <section className="kyc-group" aria-labelledby="agreements">
        <h3 id="agreements">Agreements</h3>
        {AGREEMENTS.map(({ name, before, text: { title, path, version, since }, after }) => (
          <CheckboxField
            key={name}
            name={name}
            wrong={agree}
            label={
              <>
                {before}
                <a href={path} target="_blank" rel="noreferrer">
                  {title.toLowerCase()}
                </a>{' '}
                (version {version}, {businessDay(since)}){after}
              </>
            }
          />
        ))}
        {agree && (
          <p className="small kyc-agree">
            <IconAlertTriangle size={16} aria-hidden />
            Agreements Required: Please accept all terms and agreements to proceed
          </p>
        )}
      </section>
    </>
  );
}
