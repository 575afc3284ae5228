import { Router, type RequestHandler } from 'express';
import { randomUUID, timingSafeEqual } from 'node:crypto';
import { readJson } from '../shared/read-body.js';
import { answerApiErrors, ApiError, CODE } from './api-error.js';
import type { XamanApplication } from './application.js';
import { isExpired, type Payload } from './payload.js';
import { parsePayload } from './parse-payload.js';
import type { PayloadStore } from './payload-store.js';
import { viewMeta, viewPayload } from './payload-view.js';
import type { UserTokens } from './user-tokens.js';

export interface PlatformParts {
  payloads: PayloadStore;
  tokens: UserTokens;
  application: XamanApplication;
  baseUrl: string;
}

/** `/api/v1/platform`: sign requests, as the platform's backend makes, reads and withdraws them. */
export function platformRoutes({ payloads, tokens, application, baseUrl }: PlatformParts, further: Router): Router {
  const router = Router();
  router.use(authenticate(application), readJson);

  router.get('/ping', (_request, response) => {
    const { uuidv4, name, disabled } = application.view;
    const call = { uuidv4: randomUUID() };
    response.json({
      pong: true,
      auth: { quota: {}, application: { uuidv4, name, webhookurl: application.webhookUrl, disabled }, call },
    });
  });

  router.post('/payload', async (request, response) => {
    const { userToken, ...wish } = parsePayload(request.body);
    const pushedTo = tokens.find(userToken)?.account ?? null;
    const payload = await payloads.create({ ...wish, pushedTo });
    response.json(viewCreated(payload, baseUrl));
  });

  const read = async (payload: Payload) => {
    await payloads.fetched(payload);
    return viewPayload(payload, application, tokens.of(payload.resolvedBy)?.user_token ?? null);
  };
  router.get('/payload/ci/:identifier', async (request, response) => {
    response.json(await read(payloads.findByIdentifier(request.params.identifier)));
  });
  router.get('/payload/:uuid', async (request, response) => {
    response.json(await read(payloads.find(request.params.uuid)));
  });

  router.delete('/payload/:uuid', async (request, response) => {
    const payload = payloads.find(request.params.uuid);
    const reason = reasonAgainstCancelling(payload);
    if (!reason) await payloads.cancel(payload);
    response.json({
      result: { cancelled: !reason, reason: reason ?? 'OK' },
      meta: viewMeta(payloads.find(payload.uuid)),
      custom_meta: payload.customMeta,
    });
  });

  router.use(further);
  router.use(() => {
    throw new ApiError(CODE.notFound, 'No such call');
  });
  router.use(answerApiErrors);
  return router;
}

function authenticate(application: XamanApplication): RequestHandler {
  return (request, _response, next) => {
    if (!same(request.get('x-api-key'), application.apiKey))
      return next(new ApiError(CODE.keyUnknown, 'Unknown API key'));
    next(
      same(request.get('x-api-secret'), application.apiSecret)
        ? undefined
        : new ApiError(CODE.secretWrong, 'Wrong API secret'),
    );
  };
}

function same(given: string | undefined, expected: string): boolean {
  const [left, right] = [Buffer.from(given ?? ''), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function reasonAgainstCancelling(payload: Payload): string | undefined {
  if (payload.cancelled) return 'ALREADY_CANCELLED';
  if (payload.resolvedAt !== null) return 'ALREADY_RESOLVED';
  if (isExpired(payload, Date.now())) return 'ALREADY_EXPIRED';
  return payload.opened ? 'ALREADY_OPENED' : undefined;
}

function viewCreated({ uuid, pushedTo }: Payload, baseUrl: string) {
  const link = `${baseUrl}/xaman/sign/${uuid}`;
  return {
    uuid,
    next: { always: link, ...(pushedTo && { no_push_msg_received: `${link}/qr` }) },
    refs: {
      qr_png: `${link}_q.png`,
      qr_matrix: `${link}_q.json`,
      qr_uri_quality_opts: ['m', 'q', 'h'],
      websocket_status: link.replace(/^http/, 'ws'),
    },
    pushed: pushedTo !== null,
  };
}
