import { z } from 'zod';
import type { ZodOpenApiCallbacksObject, ZodOpenApiOperationObject } from 'zod-openapi';
import { HUB_PATH } from '#artifacts/catalog.ts';
import { ATOM_TYPE, JSON_TYPE } from '#artifacts/media-types.ts';
import { optionalText } from './responses.ts';

/** What subscribers are sent: the question whether they agree, and then notifications. */
export function describeHubCallbacks(baseUrl: string): ZodOpenApiCallbacksObject {
  return {
    subscriber: {
      '{$request.body#/hub.callback}': {
        get: describeVerification(baseUrl),
        post: describeNotification(baseUrl),
      },
    },
  };
}

function describeVerification(baseUrl: string): ZodOpenApiOperationObject {
  return {
    operationId: 'verifyIntent',
    summary: 'Do you agree?',
    description:
      'WebSub §5.3. The parameters stand behind the callback’s own query, which is left as it is. Where hub.mode is denied, the hub says that it has ended the subscription (§5.2); there is no challenge then, and the answer is ignored.',
    tags: ['websub'],
    requestParams: {
      query: z.object({
        'hub.mode': z.enum(['subscribe', 'unsubscribe', 'denied']).describe('What is asked.'),
        'hub.topic': z.string().meta({
          description: 'The topic as it was written in the request.',
          example: `${baseUrl}/feed.xml`,
        }),
        'hub.challenge': optionalText(
          'Random, of [A-Za-z0-9_-]: the answer’s whole body.',
          '2jmj7l5rSw0yVb_vlWAYkK_YBwk2jmj7l5rSw0yVb_v',
        ),
        'hub.lease_seconds': optionalText(
          'The lease that is granted, from this request on.',
          '864000',
        ),
        'hub.reason': optionalText('Why a subscription ended.', '3 consecutive deliveries failed'),
      }),
    },
    responses: {
      '2XX': {
        description: 'The subscriber agrees if the body is hub.challenge and nothing else.',
        content: { 'text/plain': { schema: z.string() } },
      },
      '4XX': { description: 'The subscriber does not agree, as with any other answer.' },
    },
  };
}

function describeNotification(baseUrl: string): ZodOpenApiOperationObject {
  const topic = `${baseUrl}/feed.xml`;
  return {
    operationId: 'receiveNotification',
    summary: 'The content of a topic has changed',
    description: 'WebSub §7. The body is the whole new content, byte for byte as GET answers it.',
    tags: ['websub'],
    requestParams: {
      header: z.object({
        Link: z.string().meta({
          description: 'The hub, for renewals, and the topic.',
          example: `<${baseUrl}${HUB_PATH}>; rel="hub", <${topic}>; rel="self"`,
        }),
        'X-Hub-Signature': optionalText(
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
      '2XX': { description: 'Received.' },
      '410': { description: 'The subscription ends at once.' },
      '4XX': { description: 'Not received; it is tried again, as with any other answer.' },
    },
  };
}
