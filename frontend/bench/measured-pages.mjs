// The pages that are measured (vitals.mjs, judge-pages.mjs).
import { Person } from '../../scripts/lib/platform-client.mjs';

/** @returns {Promise<{ name: string, at: string, person?: Person }[]>} */
export async function pagesOf(runtime) {
  const person = (role) =>
    new Person(
      runtime,
      [...runtime.wallets, ...runtime.officers].find((one) => one.role === role),
    );
  const [landlord, investor, admin, officer] = ['landlord', 'investor', 'admin', 'compliance'].map(person);
  await Promise.all([landlord.signIn('landlord'), ...[investor, admin, officer].map((one) => one.signIn('investor'))]);
  // The demo history has a verified landlord's listings, loans and holders.
  const [{ id }] = await landlord.get('/api/properties?mine=true');
  return [
    { name: 'landing', at: '/' },
    { name: 'property', at: `/properties/${id}` },
    { name: 'sign-in', at: '/auth' },
    { name: 'terms', at: '/terms' },
    { name: 'investor home', at: '/', person: investor },
    { name: 'portfolio', at: '/portfolio', person: investor },
    { name: 'activity', at: '/activity', person: investor },
    { name: 'checkout', at: `/checkout?propertyId=${id}`, person: investor },
    { name: 'landlord home', at: '/', person: landlord },
    { name: 'payback', at: '/landlord-payback', person: landlord },
    { name: 'administration', at: '/admin', person: admin },
    { name: 'compliance', at: '/compliance', person: officer },
  ];
}
