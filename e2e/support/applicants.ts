/** Texts for the fields of the verification's second step, by label; its choices have defaults. */
export const PROFESSIONAL = {
  landlord: {
    'Tax ID': '987654321',
    'Years in real estate': '8',
    'Total properties': '3',
    'Total rental income': '90000',
    'Property management experience': 'Eight years of letting flats',
    'Bank name': 'Example Bank',
    'Account number': '000123456789',
    'Routing number': '021000021',
  },
  investor: {
    Occupation: 'Teacher',
    Employer: 'Example School',
    'Annual income': '60000',
    'Net worth': '90000',
    'Investment goals': 'A second income beside my salary',
    'Expected investment amount': '2000',
  },
};

export const AGREEMENTS = [/^I accept the terms/, /^I accept the privacy/, /^I have read/];
