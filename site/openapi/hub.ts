import { z } from 'zod';
import type { ZodOpenApiCallbacksObject, ZodOpenApiPathItemObject } from 'zod-openapi';
import { HubStatusDocument, SubscriptionState } from '#artifacts/hub-status.ts';
import { ATOM_TYPE, JSON_TYPE } from '#artifacts/media-types.ts';
import { ANY_FAILURE, answer, RATE_LIMITED, sharedAnswer, texts, wordsOf } from './components.ts';
import written from './examples.json' with { type: 'json' };
import { filled } from './examples.ts';
import words from './words.json' with { type: 'json' };

const { answers, callbackAnswers, parameters } = words;
const { description, properties } = words.schemas.HubForm;

/** Answers in plain text, as WebSub §5.1.2 suggests. */
const asText = (example: unknown) => ({ 'text/plain': { schema: z.string(), example } });

const FAILURES = {
  '400': sharedAnswer('HubInvalid', asText),
  '429': sharedAnswer('HubTooManyRequests', asText, ...RATE_LIMITED),
  '431': ANY_FAILURE,
  default: sharedAnswer('HubFailure', asText, 'RetryAfterPerhaps'),
};

/**
 * A request to the hub (WebSub §5.1), only for the description: a form has no types, so the hub
 * parses it by hand. Other parameters are ignored.
 */
const HubForm = z
  .object({
    'hub.mode': z.enum(['subscribe', 'unsubscribe']).describe(properties['hub.mode']),
    'hub.topic': z.url().max(2048).describe(properties['hub.topic']),
    'hub.callback': z
      .url({ protocol: /^https$/ })
      .max(2048)
      .describe(properties['hub.callback']),
    'hub.lease_seconds': z.int().min(1).optional().describe(properties['hub.lease_seconds']),
    'hub.secret': z.string().max(199).optional().describe(properties['hub.secret']),
  })
  .meta({ id: 'HubForm', description });

/** Requests to subscribers: verifications, then notifications. */
const CALLBACKS: ZodOpenApiCallbacksObject = {
  subscriber: {
    '{$request.body#/hub.callback}': {
      get: {
        ...wordsOf('verifyIntent'),
        requestParams: {
          query: z
            .object({
              'hub.mode': z
                .enum(['subscribe', 'unsubscribe', 'denied'])
                .meta({ param: parameters.mode }),
            })
            .extend(texts(parameters.verification).shape),
        },
        responses: {
          ...callbackAnswers.verification,
          '200': answer(callbackAnswers.verification[200], asText),
        },
      },
      post: {
        ...wordsOf('receiveNotification'),
        requestParams: { header: texts(parameters.notification) },
        requestBody: {
          required: true,
          content: {
            [ATOM_TYPE]: { schema: z.string() },
            [JSON_TYPE]: { schema: z.unknown() },
          },
        },
        responses: callbackAnswers.notification,
      },
    },
  },
};

/** The hub: requests of subscribers, and its status. */
export const HUB: ZodOpenApiPathItemObject = {
  get: {
    ...wordsOf('getHubStatus'),
    requestParams: { query: texts(parameters.subscription, z.url()) },
    responses: {
      '200': {
        description: answers.hubStatus,
        content: {
          [JSON_TYPE]: {
            schema: z.union([HubStatusDocument, SubscriptionState]),
            example: filled(written.subscription),
          },
          'text/plain': { schema: z.string() },
        },
      },
      ...FAILURES,
    },
  },
  post: {
    ...wordsOf('requestSubscription'),
    requestBody: {
      required: true,
      description: words.bodies.form,
      content: {
        'application/x-www-form-urlencoded': { schema: HubForm, example: filled(written.hubForm) },
      },
    },
    responses: {
      '202': answer(answers.accepted, asText),
      '403': answer(answers.tooManyOfHost, asText),
      ...FAILURES,
    },
    callbacks: CALLBACKS,
  },
};
