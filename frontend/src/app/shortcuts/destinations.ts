/** Destinations of `g` plus a letter. */
export const GO_TO: readonly { key: string; to: string; label: string }[] = [
  { key: 'p', to: '/', label: 'Properties' },
  { key: 't', to: '/admin', label: 'Transactions' },
  { key: 'r', to: '/ai-recommendations', label: 'AI recommendations' },
  { key: 'l', to: '/landlord-payback', label: 'Loan payback' },
  { key: 'n', to: '/notifications', label: 'Notifications' },
  { key: 'a', to: '/audit', label: 'Replay' },
];
