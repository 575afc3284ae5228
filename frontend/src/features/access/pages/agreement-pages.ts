/** The texts that an applicant agrees to come together: whoever reads one goes on to the others. */
export { default as PrivacyPage } from './privacy-page';
export { default as RisksPage } from './risks-page';
export { default as TermsPage } from './terms-page';
