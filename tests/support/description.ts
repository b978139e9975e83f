import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { z } from 'zod';

const Schema = z.looseObject({
  type: z.string().optional(),
  format: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
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
  headers: z.record(z.string(), z.object({ required: z.boolean().optional() })).default({}),
  content: z.record(z.string(), z.object({ schema: z.unknown() })).default({}),
});

const Reference = z.object({ $ref: z.string() });

const Operation = z.object({
  operationId: z.string(),
  parameters: z.array(Parameter).default([]),
  responses: z.record(z.string(), z.union([Reference, Response])),
});

/** As much of an OpenAPI document as a test of the service against it reads. */
const Description = z.looseObject({
  paths: z.record(z.string(), z.object({ get: Operation, post: Operation.optional() })),
  components: z.object({ responses: z.record(z.string(), Response) }),
});

/** An operation as it is described, with a check of the bodies that it may be answered with. */
export type DescribedOperation = Omit<z.infer<typeof Operation>, 'responses'> & {
  readonly responses: Readonly<Record<string, z.infer<typeof Response>>>;
  readonly path: string;
  readonly method: string;
  /** What is wrong with a body by its schema; undefined where nothing is. */
  readonly faultOf: (status: number, mediaType: string, body: unknown) => string | undefined;
};

const escapeStep = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** Reads the operations of an OpenAPI 3.1 document. */
export function readDescription(document: unknown): DescribedOperation[] {
  const { paths, components } = Description.parse(document);
  // OpenAPI's own keywords, such as example, say nothing about what is valid.
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  ajv.addSchema(Object(document), 'urn:openapi:description');
  const operations = Object.entries(paths).flatMap(([path, { get, post }]) => [
    { ...get, path, method: 'get' },
    ...(post ? [{ ...post, path, method: 'post' }] : []),
  ]);
  return operations.map(({ responses, ...operation }) => {
    const named = (status: string | number): string | undefined => {
      const answer = responses[status];
      return answer && '$ref' in answer ? answer.$ref.split('/').at(-1) : undefined;
    };
    return {
      ...operation,
      responses: Object.fromEntries(
        Object.entries(responses).map(([status, answer]) => [
          status,
          Response.parse(components.responses[named(status) ?? ''] ?? answer),
        ]),
      ),
      faultOf: (status, mediaType, body) => {
        const { path, method } = operation;
        const name = named(status);
        const place =
          name === undefined
            ? ['paths', path, method, 'responses', String(status)]
            : ['components', 'responses', name];
        const steps = [...place, 'content', mediaType, 'schema'];
        const pointer = steps.map((step) => encodeURIComponent(escapeStep(step)));
        const reference = `urn:openapi:description#/${pointer.join('/')}`;
        const validate = ajv.getSchema(reference) ?? ajv.compile({ $ref: reference });
        return validate(body) ? undefined : ajv.errorsText(validate.errors);
      },
    };
  });
}
