/** The agreement texts are one chunk, because readers go from one to the next. */
export { default as PrivacyPage } from './privacy-page';
export { default as RisksPage } from './risks-page';
export { default as TermsPage } from './terms-page';
