import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathItemObject } from 'zod-openapi';
import { HubStatusDocument, SubscriptionState } from '#artifacts/hub-status.ts';
import { JSON_TYPE } from '#artifacts/media-types.ts';
import { rateLimitHeaders, retryAfterPerhaps } from './answer-headers.ts';
import type { Examples } from './examples.ts';
import { describeHubCallbacks } from './hub-callbacks.ts';
import { ANY_FAILURE } from './responses.ts';

const TEXT = 'text/plain';

/** An answer in plain text, as WebSub §5.1.2 asks. */
const text = (description: string, example: string, id?: string) => ({
  ...(id !== undefined && { id }),
  description,
  content: { [TEXT]: { schema: z.string(), example } },
});

const INVALID = text(
  'A field is missing, repeated or not as described; there is a line for each problem.',
  'hub.callback must be an absolute HTTPS URL, such as https://example.com/callback.\n',
  'HubInvalid',
);

const SHARED_FAILURES = {
  '429': {
    ...text(
      'More requests within a minute than the limit allows.',
      'More than 30 requests came from your address in a minute; wait 12 seconds, as Retry-After says, and ask again.\n',
      'HubTooManyRequests',
    ),
    headers: rateLimitHeaders,
  },
  '431': ANY_FAILURE,
  default: {
    ...text(
      '405: another method than GET, HEAD, POST or OPTIONS; Allow names them. 413: the body is longer than 8 kB. 414: so is the URL. 415: the body is no form in UTF-8, or compressed. 503: the hub has just started, its store is out of reach, or a limit is reached.',
      'The hub is starting; ask again in 2 seconds.\n',
      'HubFailure',
    ),
    headers: retryAfterPerhaps,
  },
};

/**
 * A request to the hub (WebSub §5.1), for the description only: a form has no types, so that the hub
 * parses it by hand. Other parameters are ignored.
 */
const HubForm = z
  .object({
    'hub.mode': z
      .enum(['subscribe', 'unsubscribe'])
      .describe('What is wanted. It takes effect once the callback agrees.'),
    'hub.topic': z.url().max(2048).meta({
      description:
        'The URL of a topic as its Link header names it with rel="self": /feed.xml, /api/feed.json or /reviews.json.',
    }),
    'hub.callback': z
      .url({ protocol: /^https$/ })
      .max(2048)
      .meta({
        description:
          'Where notifications go: an https URL at a public address, without fragment and user information. Requests are sent to exactly this URL.',
      }),
    'hub.lease_seconds': z.int().min(1).optional().meta({
      description:
        'How long the subscription is wanted. It is brought within the hub’s bounds, which GET states; the callback learns what is granted. Ignored where hub.mode is unsubscribe.',
    }),
    'hub.secret': z.string().max(199).optional().meta({
      description:
        'Notifications carry an HMAC of their body with this key in X-Hub-Signature; fewer than 200 bytes of UTF-8. Ignored where hub.mode is unsubscribe.',
    }),
    'hub.verify_token': z.string().optional().meta({
      description: 'Repeated in the verification, as PubSubHubbub 0.3 had it.',
    }),
  })
  .meta({ id: 'HubForm', description: 'A request to subscribe or unsubscribe.' });
type HubForm = z.infer<typeof HubForm>;

/** The hub: requests of subscribers, and its status. */
export function describeHubPath(): ZodOpenApiPathItemObject {
  return { get: describeStatus(), post: describeRequest() };
}

function describeStatus(): ZodOpenApiOperationObject {
  return {
    operationId: 'getHubStatus',
    summary: 'How the WebSub hub does, or a subscription',
    description:
      'Counts by topic, when each was published last, how many requests wait, and the rules of the hub, without callbacks; as text where Accept prefers it. With both parameters: the state of one subscription, as text unless Accept asks for JSON. This counts as a POST, and 10 times a minute for a callback host.',
    tags: ['websub'],
    requestParams: {
      query: z.object({
        'hub.topic': z
          .url()
          .optional()
          .meta({
            param: {
              description: 'As in the request.',
              example: ({ excerpt }: Examples) => `${excerpt.baseUrl}/feed.xml`,
            },
          }),
        'hub.callback': z
          .url()
          .optional()
          .meta({
            param: {
              description: 'Exactly as in the request.',
              example: 'https://subscriber.example.com/websub?id=7',
            },
          }),
      }),
    },
    responses: {
      '200': {
        description: 'The state of the hub, or of a subscription.',
        content: {
          [JSON_TYPE]: {
            schema: z.union([HubStatusDocument, SubscriptionState]),
            example: exampleSubscription,
          },
          [TEXT]: { schema: z.string() },
        },
      },
      '400': INVALID,
      ...SHARED_FAILURES,
    },
  };
}

function describeRequest(): ZodOpenApiOperationObject {
  return {
    operationId: 'requestSubscription',
    summary: 'Subscribe to a topic, or unsubscribe',
    description:
      'WebSub §5.1. The request is stored and answered at once; then the callback is asked by GET whether it agrees. Until it does nothing changes. A subscription that exists is renewed the same way, and gets a new lease and secret.',
    tags: ['websub'],
    requestBody: {
      required: true,
      description: 'A form in UTF-8, 8 kB and 50 parameters at most.',
      content: {
        'application/x-www-form-urlencoded': {
          schema: HubForm,
          example: ({ excerpt }: Examples) => exampleHubForm(excerpt.baseUrl),
        },
      },
    },
    responses: {
      '202': text(
        'The request is stored; the callback is asked next. The same for a subscription to end that is not known.',
        'Accepted. The callback is asked next, by GET: this takes effect once it answers 2xx with nothing but hub.challenge in the body.\n',
      ),
      '400': INVALID,
      '403': text(
        'The host of the callback has as many subscriptions as one may have.',
        'A host may have 100 subscriptions, and that of hub.callback has them; end one first.\n',
      ),
      ...SHARED_FAILURES,
    },
    callbacks: describeHubCallbacks(),
  };
}

export function exampleHubForm(baseUrl: string): HubForm {
  return {
    'hub.mode': 'subscribe',
    'hub.topic': `${baseUrl}/feed.xml`,
    'hub.callback': 'https://subscriber.example.com/websub?id=7',
    'hub.lease_seconds': 864_000,
    'hub.secret': 'correct-horse-battery-staple',
  };
}

function exampleSubscription({ excerpt: { baseUrl } }: Examples): SubscriptionState {
  return {
    state: 'active',
    topic: `${baseUrl}/feed.xml`,
    lease: { subscribedAt: '2026-10-05T08:00:00.000Z', expiresAt: '2026-10-15T08:00:00.000Z' },
    delivery: {
      failedAt: '2026-10-08T09:30:01.000Z',
      fault: { kind: 'status', status: 503, message: 'It answered 503.' },
      attempts: 1,
      failedNotifications: 1,
      nextAt: '2026-10-08T09:30:11.000Z',
      isUpToDate: false,
    },
  };
}
