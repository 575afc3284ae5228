import { Router, type Request, type RequestHandler } from 'express';
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
  applications: readonly XamanApplication[];
  baseUrl: string;
}

/** `/api/v1/platform`: sign requests, as the platform's backend makes, reads and withdraws them. */
export function platformRoutes({ payloads, tokens, applications, baseUrl }: PlatformParts, further: Router): Router {
  const router = Router();
  const callers = new WeakMap<Request, XamanApplication>();
  router.use(authenticate(applications, callers), readJson);

  router.get('/ping', (request, response) => {
    const { view, webhookUrl: webhookurl } = callers.get(request)!;
    const { uuidv4, name, disabled } = view;
    const call = { uuidv4: randomUUID() };
    response.json({ pong: true, auth: { quota: {}, application: { uuidv4, name, webhookurl, disabled }, call } });
  });

  router.post('/payload', async (request, response) => {
    const { userToken, ...wish } = parsePayload(request.body);
    const pushedTo = tokens.find(userToken)?.account ?? null;
    const { apiKey: key, view } = callers.get(request)!;
    const payload = await payloads.create({ ...wish, pushedTo, application: { key, name: view.name } });
    response.json(viewCreated(payload, baseUrl));
  });

  /** An application sees its own sign requests only. */
  const own = (request: Request, payload: Payload): Payload => {
    if (payload.application.key !== callers.get(request)!.apiKey)
      throw new ApiError(CODE.notFound, 'Payload not found');
    return payload;
  };
  const read = async (request: Request, found: Payload) => {
    const payload = own(request, found);
    await payloads.fetched(payload);
    return viewPayload(payload, callers.get(request)!, tokens.of(payload.resolvedBy)?.user_token ?? null);
  };
  router.get('/payload/ci/:identifier', async (request, response) => {
    response.json(await read(request, payloads.findByIdentifier(request.params.identifier)));
  });
  router.get('/payload/:uuid', async (request, response) => {
    response.json(await read(request, payloads.find(request.params.uuid)));
  });

  router.delete('/payload/:uuid', async (request, response) => {
    const payload = own(request, payloads.find(request.params.uuid));
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

function authenticate(
  applications: readonly XamanApplication[],
  callers: WeakMap<Request, XamanApplication>,
): RequestHandler {
  return (request, _response, next) => {
    const application = applications.find(({ apiKey }) => same(request.get('x-api-key'), apiKey));
    if (!application) return next(new ApiError(CODE.keyUnknown, 'Unknown API key'));
    callers.set(request, application);
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
