import type { Person } from './person.js';

/**
 * Those who live in every sandbox. Their keys are made at the first start and differ from one data directory to the
 * next.
 */
export const DEMO_PEOPLE: Pick<Person, 'name' | 'role' | 'xrp' | 'rlusd'>[] = [
  { name: 'Ida Example', role: 'investor', xrp: 1000, rlusd: '100000' },
  { name: 'Paul Placeholder', role: 'investor', xrp: 1000, rlusd: '100000' },
  { name: 'Nina Newcomer', role: 'investor', xrp: 1000, rlusd: '100000' },
  { name: 'Lena Landlord', role: 'landlord', xrp: 1000, rlusd: '20000' },
  { name: 'Otto Owner', role: 'landlord', xrp: 1000, rlusd: '20000' },
  { name: 'Ada Admin', role: 'admin', xrp: 1000 },
  { name: 'Cora Compliance', role: 'compliance', xrp: 1000 },
];
