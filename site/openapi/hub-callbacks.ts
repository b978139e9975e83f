import { z } from 'zod';
import type { ZodOpenApiCallbacksObject, ZodOpenApiOperationObject } from 'zod-openapi';
import { HUB_PATH, notificationLink } from '#artifacts/catalog.ts';
import { ATOM_TYPE, JSON_TYPE } from '#artifacts/media-types.ts';
import { requestHeader } from './answer-headers.ts';
import type { Examples } from './examples.ts';

const CHALLENGE = '2jmj7l5rSw0yVb_vlWAYkK_YBwk2jmj7l5rSw0yVb_v';

/** What subscribers are sent: the question whether they agree, and then notifications. */
export function describeHubCallbacks(): ZodOpenApiCallbacksObject {
  return {
    subscriber: {
      '{$request.body#/hub.callback}': {
        get: describeVerification(),
        post: describeNotification(),
      },
    },
  };
}

function describeVerification(): ZodOpenApiOperationObject {
  return {
    operationId: 'verifyIntent',
    summary: 'Do you agree?',
    description:
      'WebSub §5.3. The parameters stand behind the callback’s own query, which is left as it is. Where hub.mode is denied, the hub says that it has ended the subscription (§5.2); there is no challenge then, and the answer is ignored.',
    tags: ['websub'],
    requestParams: {
      query: z.object({
        'hub.mode': z
          .enum(['subscribe', 'unsubscribe', 'denied'])
          .meta({ param: { description: 'What is asked.' } }),
        'hub.topic': z.string().meta({
          param: {
            description: 'The topic as it was written in the request.',
            example: ({ excerpt }: Examples) => `${excerpt.baseUrl}/feed.xml`,
          },
        }),
        'hub.challenge': requestHeader(
          'Random, of [A-Za-z0-9_-]: the answer’s whole body.',
          CHALLENGE,
        ),
        'hub.lease_seconds': requestHeader(
          'The lease that is granted, from this request on.',
          '864000',
        ),
        'hub.verify_token': requestHeader('As the request had it, if it did.', 'a-token'),
        'hub.reason': requestHeader('Why a subscription ended.', '3 consecutive deliveries failed'),
      }),
    },
    responses: {
      '200': {
        description:
          'As any 2xx: the subscriber agrees if the body is hub.challenge and nothing else.',
        content: { 'text/plain': { schema: z.string(), example: CHALLENGE } },
      },
      '404': { description: 'The subscriber does not agree.' },
      default: { description: 'It does not agree, either.' },
    },
  };
}

function describeNotification(): ZodOpenApiOperationObject {
  return {
    operationId: 'receiveNotification',
    summary: 'The content of a topic has changed',
    description: 'WebSub §7. The body is the whole new content, byte for byte as GET answers it.',
    tags: ['websub'],
    requestParams: {
      header: z.object({
        Link: z.string().meta({
          param: {
            description: 'The topic, and the hub for renewals.',
            example: ({ excerpt: { baseUrl } }: Examples) =>
              notificationLink(baseUrl + HUB_PATH, `${baseUrl}/feed.xml`),
          },
        }),
        'X-Hub-Signature': requestHeader(
          'HMAC of the body, where there is a hub.secret.',
          'sha256=b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
        ),
      }),
    },
    requestBody: {
      required: true,
      content: {
        [ATOM_TYPE]: { schema: z.string() },
        [JSON_TYPE]: { schema: z.unknown() },
      },
    },
    responses: {
      '204': { description: 'Received, as with any 2xx.' },
      '410': { description: 'The subscription ends at once.' },
      default: { description: 'Not received; it is tried again.' },
    },
  };
}
