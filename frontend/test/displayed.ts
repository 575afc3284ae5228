import { jest } from '@jest/globals';

/** All that is displayed from now on is so wide, px; undone by the returned function. */
export function displayedAt(width: number): () => void {
  const rectangle = jest.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ width } as DOMRect);
  return () => rectangle.mockRestore();
}
