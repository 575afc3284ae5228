/**
 * What a page asks for first, by the path of its route: asked for with the document, before the program has loaded. Only
 * what the page asks for in exactly these words, and only where its address has no search.
 */
export const FIRST_DATA: Readonly<Record<string, readonly string[]>> = {
  '/properties/:propertyId': ['/api/properties/:propertyId/profile'],
  '/portfolio': ['/api/portfolio'],
};
