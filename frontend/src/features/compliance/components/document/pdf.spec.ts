import { expect, it, jest } from '@jest/globals';

const reading = { promise: Promise.resolve({ numPages: 1 }), destroy: async () => undefined };
const getDocument = jest.fn<(asked: Record<string, unknown>) => typeof reading>(() => reading);
jest.unstable_mockModule('pdfjs-dist', () => ({ getDocument, GlobalWorkerOptions: {} }));
const { pdfOf, IMAGE_PIXELS_MAX } = await import('./pdf');

it('a picture in a PDF file that claims to be huge is left out: a small file would fill the memory', async () => {
  await pdfOf(new Uint8Array());
  expect(getDocument.mock.calls[0]![0]).toMatchObject({ maxImageSize: IMAGE_PIXELS_MAX });
  // A page that was scanned at 1,000 dots an inch, and not the 30,000 × 30,000 that half a megabyte can claim.
  expect(IMAGE_PIXELS_MAX).toBeGreaterThan(8_500 * 11_000);
  expect(IMAGE_PIXELS_MAX).toBeLessThan(30_000 * 30_000);
});
