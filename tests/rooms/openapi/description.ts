import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { z } from 'zod';

const Schema = z.looseObject({
  type: z.string().optional(),
  format: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  enum: z.array(z.string()).optional(),
  pattern: z.string().optional(),
});
export type Schema = z.infer<typeof Schema>;

const Parameter = z.object({
  in: z.enum(['query', 'path', 'header']),
  name: z.string(),
  required: z.boolean().optional(),
  schema: Schema,
});
export type Parameter = z.infer<typeof Parameter>;

const Response = z.object({
  description: z.string(),
  headers: z.record(z.string(), z.object({ required: z.boolean().optional() })).default({}),
  content: z
    .record(z.string(), z.object({ schema: z.unknown(), example: z.unknown() }).partial())
    .default({}),
});

const Operation = z.object({
  operationId: z.string(),
  parameters: z.array(Parameter).default([]),
  responses: z.record(z.string(), Response),
});

/** As much of an OpenAPI document as a test of the service against it reads. */
const Description = z.looseObject({
  paths: z.record(z.string(), z.object({ get: Operation, post: Operation.optional() })),
});

/** An operation as it is described, with a check of the bodies that it may be answered with. */
export type DescribedOperation = z.infer<typeof Operation> & {
  readonly path: string;
  readonly method: string;
  /** The faults of a body by its schema; undefined where it has none. */
  readonly faultOf: (
    status: number | 'default',
    mediaType: string,
    body: unknown,
  ) => string | undefined;
};

/** The description of a status: its own, or one of those that any request may get. */
export function describedAnswer(
  { responses }: Pick<DescribedOperation, 'responses'>,
  status: number,
) {
  const { [status]: own, default: any } = responses;
  return own ?? (any?.description.includes(`${status}: `) ? any : undefined);
}

const COMPONENT = /^#\/components\/(parameters|headers|responses|examples)\/(.+)$/;
const Components = z.record(z.string(), z.record(z.string(), z.unknown()));

/** A description with each parameter, header and answer where it is referred to; schemas stay. */
export function inlineComponents(document: object): Record<string, unknown> {
  const components = Components.parse(
    Object.entries(document).find(([key]) => key === 'components')?.[1],
  );
  const inline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inline);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, ...members } = { $ref: undefined, ...value };
    const [, kind = '', name = ''] = COMPONENT.exec(String($ref)) ?? [];
    const component = components[kind]?.[name];
    if (component !== undefined) return inline(component);
    const kept = $ref === undefined ? members : { $ref, ...members };
    return Object.fromEntries(Object.entries(kept).map(([key, one]) => [key, inline(one)]));
  };
  return Object.fromEntries(Object.entries(document).map(([key, one]) => [key, inline(one)]));
}

const escapeStep = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** Reads the operations of an OpenAPI 3.1 document. */
export function readDescription(document: object): DescribedOperation[] {
  const whole = inlineComponents(document);
  const { paths } = Description.parse(whole);
  // OpenAPI's own keywords, such as example, say nothing about what is valid.
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  ajv.addSchema(whole, 'urn:openapi:description');
  const operations = Object.entries(paths).flatMap(([path, { get, post }]) => [
    { ...get, path, method: 'get' },
    ...(post ? [{ ...post, path, method: 'post' }] : []),
  ]);
  return operations.map((operation) => ({
    ...operation,
    faultOf: (status, mediaType, body) => {
      const { path, method } = operation;
      const steps = ['paths', path, method, 'responses', String(status)];
      const pointer = [...steps, 'content', mediaType, 'schema']
        .map((step) => encodeURIComponent(escapeStep(step)))
        .join('/');
      const reference = `urn:openapi:description#/${pointer}`;
      const validate = ajv.getSchema(reference) ?? ajv.compile({ $ref: reference });
      return validate(body) ? undefined : ajv.errorsText(validate.errors);
    },
  }));
}
