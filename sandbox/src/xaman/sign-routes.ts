import { Router } from 'express';
import QRCode from 'qrcode';
import type { PayloadStore } from './payload-store.js';

const QUALITY = { m: 'M', q: 'Q', h: 'H' } as const;
const IMAGE = /^([0-9a-f-]{36})_([mqh])\.(png|json)$/;

/** `/sign/{uuid}`: the link behind the code opens the phone; beside it the code as a picture and as a matrix. */
export function signRoutes(payloads: PayloadStore, baseUrl: string): Router {
  const router = Router();
  router.get('/:name', async (request, response) => {
    const image = IMAGE.exec(request.params.name);
    const payload = payloads.find(image?.[1] ?? request.params.name);
    if (!image) return response.redirect(`${baseUrl}/phone?payload=${payload.uuid}`);
    const link = `${baseUrl}/xaman/sign/${payload.uuid}`;
    const options = { errorCorrectionLevel: QUALITY[image[2] as keyof typeof QUALITY] };
    if (image[3] === 'png')
      return response.type('png').send(await QRCode.toBuffer(link, { ...options, width: 420, margin: 2 }));
    const { size, data } = QRCode.create(link, options).modules;
    response.json(Array.from({ length: size }, (_row, row) => Array.from(data.slice(row * size, (row + 1) * size))));
  });
  router.get('/:uuid/qr', (request, response) =>
    response.redirect(`${baseUrl}/xaman/sign/${request.params.uuid}_q.png`),
  );
  return router;
}
