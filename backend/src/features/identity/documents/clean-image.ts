import { KYC } from '@tknest/contracts/rules';
import sharp, { type Metadata } from 'sharp';
import { Unreadable } from '#platform/http/readable-file.js';

// Without a cache, because these are people's documents; whoever draws takes turns (`CostlyWork`).
sharp.cache(false);
sharp.concurrency(1);

const QUALITY = 92;
const { maxPixels, maxDecodedBytes } = KYC.documents;

/**
 * Redraws a picture, rotated as the camera recorded, without its metadata (place, time, device). This also removes
 * anything else hidden in the file.
 * @throws Unreadable
 */
export async function cleanImage(bytes: Buffer, mediaType: string): Promise<Buffer> {
  const options = { limitInputPixels: maxPixels, failOn: 'truncated', sequentialRead: true } as const;
  try {
    const picture = sharp(bytes, options);
    const about = await picture.metadata();
    const { format, width, height, pages = 1 } = about;
    if (`image/${format}` !== mediaType) throw new Unreadable('is a different kind of image than its name says');
    if (width * height > maxPixels || pages > 1) throw tooLarge();
    if (decodedBytes(about) > maxDecodedBytes) throw new Unreadable('needs too much memory to be opened');
    const turned = picture.autoOrient();
    return await (format === 'png' ? turned.png() : turned.jpeg({ quality: QUALITY })).toBuffer();
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    throw /pixel limit/i.test((error as Error).message) ? tooLarge() : new Unreadable('cannot be read as an image');
  }
}

/** What a decoder holds. Of a progressive JPEG it also keeps the coefficients of all passes, two bytes each. */
function decodedBytes({ format, width, height, channels, depth, isProgressive }: Metadata): number {
  const each = depth === 'uchar' ? 1 : 2;
  return width * height * channels * (format === 'jpeg' && isProgressive ? each + 2 : each);
}

const tooLarge = () => new Unreadable(`has more than ${maxPixels / 1_000_000} million pixels`);
