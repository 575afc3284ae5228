/**
 * What a page asks for first, by the path of its route, and homes by their view: asked for with the document, before
 * the program has loaded. Exactly as the page asks for it, question mark included, and only where the address has no
 * search.
 */
export const FIRST_DATA: Readonly<Record<string, readonly string[]>> = {
  investor: [
    '/api/portfolio',
    '/api/market?sort=newest&limit=24',
    '/api/transactions?mine=true',
    '/api/rlusd/payments?open=true',
    '/api/rlusd/payments?owedBack=true',
    '/api/rlusd/payments?feeOwed=true',
    '/api/kyc/cases',
  ],
  landlord: [
    '/api/interest-rates',
    '/api/rlusd/payments?refundable=true',
    '/api/rlusd/payments?feeOwed=true',
    '/api/kyc/cases',
    '/api/transactions?',
    '/api/properties?limit=200&mine=true',
  ],
  '/properties': ['/api/market?sort=newest&limit=24'],
  '/properties/:propertyId': ['/api/properties/:propertyId/profile'],
  '/portfolio': ['/api/portfolio'],
  '/activity': ['/api/activity?'],
  '/landlord-payback': ['/api/properties?limit=200&mine=true'],
  '/admin': [
    '/api/admin/all-transactions?type=all&days=all&status=all&limit=25',
    '/api/admin/platform-stats',
    '/api/admin/waiting',
  ],
};
