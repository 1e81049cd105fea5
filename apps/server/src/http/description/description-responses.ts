import { STATUS_CODES } from 'node:http';
import { type ErrorCode, errorCodes } from '@mutual-transfer/domain/error-codes';
import type { OpenAPIV3_1 } from 'openapi-types';

type Responses = Record<string, OpenAPIV3_1.ResponseObject | OpenAPIV3_1.ReferenceObject>;

/** Properties of an operation from which its responses are described. */
export interface Described {
  readonly problems: readonly ErrorCode[];
  /** True if a success response has the header `Location`. */
  readonly isLocated: boolean;
  /** True if a success response is a page of a list, with the header `Link`. */
  readonly isPaged: boolean;
  /** True if a success response has the header `ETag`. */
  readonly isTagged: boolean;
  /** True if responses have the headers of budgets. */
  readonly isMetered: boolean;
}

const SCHEMAS = '#/components/schemas/';
const RESPONSES = '#/components/responses/';
const HEADERS = '#/components/headers/';

/** Statuses of errors after which the same call may succeed later. */
const waits = new Set(['429', '503']);

/**
 * Adds headers to each operation's success responses, and one error response per status with its possible values of `code`. Equal error
 * responses share a component.
 */
export function describeResponses(
  document: OpenAPIV3_1.Document,
  operations: ReadonlyMap<string, Described>,
): OpenAPIV3_1.Document {
  const shared: Responses = {};
  for (const operation of Object.values(document.paths ?? {}).flatMap((path) => Object.values(path ?? {}))) {
    // The path items of this document have no properties other than operations.
    const { operationId = '', responses = {} } = operation as OpenAPIV3_1.OperationObject;
    const described = operations.get(operationId);
    if (described !== undefined) describeOperation(responses, described, shared);
  }
  return { ...document, components: { ...document.components, responses: shared } };
}

/** Describes the success responses, and replaces `4XX` and `5XX` by one response per error status. */
function describeOperation(responses: Responses, described: Described, shared: Responses): void {
  for (const [status, response] of Object.entries(responses)) {
    if (status.endsWith('XX')) delete responses[status];
    else if (!('$ref' in response)) describeSuccess(response, status, described);
  }
  Object.assign(responses, refusalsOf(described, shared));
}

function describeSuccess(
  response: OpenAPIV3_1.ResponseObject,
  status: string,
  { isLocated, isPaged, isTagged, isMetered }: Described,
): void {
  if (response.description === 'Default Response') response.description = STATUS_CODES[status] ?? status;
  const names = [
    ...ofEveryResponse(isMetered),
    ...(isLocated ? ['Location'] : []),
    ...(isPaged ? ['Link'] : []),
    ...(isTagged ? ['ETag'] : []),
  ];
  response.headers = { ...response.headers, ...referTo(names) };
}

/** Returns a reference to a shared response for each status of the operation's error codes. Adds missing responses to `shared`. */
function refusalsOf({ problems, isMetered }: Described, shared: Responses): Responses {
  const byStatus = Map.groupBy(problems, (code) => String(errorCodes[code].status));
  const references = [...byStatus].map(([status, codes]) => {
    const name = [`Refused${status}`, ...(isMetered ? [] : ['unmetered']), ...codes].join('.');
    shared[name] ??= refusal(status, codes, isMetered);
    return [status, { $ref: RESPONSES + name }];
  });
  return Object.fromEntries(references);
}

function refusal(
  status: string,
  codes: readonly ErrorCode[],
  isMetered: boolean,
): OpenAPIV3_1.ResponseObject {
  const mayWait = waits.has(status) || codes.includes('in_progress');
  const names = [
    ...ofEveryResponse(isMetered),
    ...(mayWait ? ['Retry-After'] : []),
    ...(status === '401' ? ['WWW-Authenticate'] : []),
  ];
  const code = { type: 'string' as const, enum: [...codes] };
  const narrowed = { type: 'object' as const, properties: { code }, required: ['code'] };
  const schema: OpenAPIV3_1.SchemaObject = { allOf: [{ $ref: `${SCHEMAS}Problem` }, narrowed] };
  return {
    description: `${STATUS_CODES[status] ?? status}: ${codes.map((one) => `\`${one}\``).join(', ')}`,
    headers: referTo(names),
    content: { 'application/json': { schema } },
  };
}

function ofEveryResponse(isMetered: boolean): string[] {
  return ['X-Request-Id', ...(isMetered ? ['RateLimit', 'RateLimit-Policy'] : [])];
}

function referTo(names: readonly string[]): Record<string, OpenAPIV3_1.ReferenceObject> {
  return Object.fromEntries(names.map((name) => [name, { $ref: HEADERS + name }]));
}
