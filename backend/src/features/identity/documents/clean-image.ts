import { KYC } from '@tknest/contracts/rules';
import sharp from 'sharp';
import { Unreadable } from '#platform/http/readable-file.js';

// One picture at a time, without a cache, because these are people's documents.
sharp.cache(false);
sharp.concurrency(1);

const QUALITY = 92;
const { maxPixels } = KYC.documents;

/**
 * Redraws a picture, rotated as the camera recorded, without its metadata (place, time, device). This also removes
 * anything else hidden in the file.
 * @throws Unreadable
 */
export async function cleanImage(bytes: Buffer, mediaType: string): Promise<Buffer> {
  const options = { limitInputPixels: maxPixels, failOn: 'truncated', sequentialRead: false } as const;
  try {
    const picture = sharp(bytes, options);
    const { format, width, height, pages = 1 } = await picture.metadata();
    if (`image/${format}` !== mediaType) throw new Unreadable('is a different kind of image than its name says');
    if (width * height > maxPixels || pages > 1) throw tooLarge();
    const turned = picture.autoOrient();
    return await (format === 'png' ? turned.png() : turned.jpeg({ quality: QUALITY })).toBuffer();
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    throw /pixel limit/i.test((error as Error).message) ? tooLarge() : new Unreadable('cannot be read as an image');
  }
}

const tooLarge = () => new Unreadable(`has more than ${maxPixels / 1_000_000} million pixels`);
