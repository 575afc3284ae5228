/** The reasons for opening a case, as shown at the desk. */
export const CASE_REASON_WORDS: Readonly<Record<string, string>> = {
  'sanctions-hit': 'A name resembles one on a sanctions list',
  'wallet-listed': 'A sanctions list names the wallet',
  'linked-wallet': 'Another wallet of the person has a hit',
  'name-not-compared': 'A name cannot be compared with the sanctions lists',
  'names-disagree': 'Names or birth dates in the form, provider data and roles differ',
  'duplicate-identity': 'Another wallet has the same social security number',
  'number-used-elsewhere': 'A person with a hit applied with this social security number',
  'provider-declined': 'The provider declined or withdrew its approval',
  'report-not-counted': 'The provider ended the check, but an earlier answer of it is newer',
  'review-by-policy': 'The policy requires an officer',
  'decided-unscreened': 'A verification without a screening',
  'drawn-for-review': 'A clean application, drawn by chance',
};
