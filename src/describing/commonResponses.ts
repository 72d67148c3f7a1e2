/** The responses that many addresses share. */
import { invalidPageBody, methodNotAllowedBody, notFoundBody } from '../contract/bodies.ts';
import { optionsBody } from '../contract/descriptions.ts';
import type { FieldNames } from '../contract/fieldNames.ts';
import { allowedMethods, type HeaderFields, jsonType } from '../contract/headers.ts';
import { headerRefs, headerSets } from './answerHeaders.ts';
import { schemaRef } from './embeddedSchemas.ts';
import type { JsonObject } from '../contract/jsonObject.ts';

export function responseRef(name: keyof ReturnType<typeof commonResponses>): JsonObject {
  return { $ref: `#/components/responses/${name}` };
}

export function commonResponses(maxAgeSeconds: number, fieldNames: FieldNames) {
  const headers = headerSets(maxAgeSeconds);
  const error = (description: string, body: string) =>
    response(description, headers.error, jsonContent('Error', body));
  return {
    HeadersAlone: response('What GET answers, without the body.', headers.content),
    NotModified: response('The client has these bytes already.', headers.unchanged),
    InvalidPage: error('There is no such page.', invalidPageBody),
    InvalidPageHeadersAlone: response('There is no such page.', headers.error),
    NotFound: error('There is nothing of that name.', notFoundBody),
    NotFoundOrPage: response('There is nothing of that name, or no such page.', headers.error, {
      [jsonType]: {
        schema: schemaRef('Error'),
        examples: {
          name: { value: parsed(notFoundBody) },
          page: { value: parsed(invalidPageBody) },
        },
      },
    }),
    NotFoundHeadersAlone: response('There is nothing of that name.', headers.error),
    MethodNotAllowed: error(
      `The answer to every other method than ${allowedMethods}; \`detail\` names it where the host can.`,
      methodNotAllowedBody('POST'),
    ),
    Description: response(
      'What the address is.',
      headers.description,
      jsonContent('AddressDescription', optionsBody('genes', fieldNames)),
    ),
    NoDescription: response('The same, from a host that cannot tell.', headers.noDescription),
    FileHeadersAlone: response('What GET answers, without the body.', headers.file),
    NotModifiedFile: response('The client has these bytes already.', headers.file),
    FilePreflight: response('Scripts of other sites may ask for parts.', headers.filePreflight),
    // Has the type of the whole file.
    Part: response('The part that was asked for.', headers.filePart, { '*/*': {} }),
    NoFile: response('There is no such file; the body is up to the host.', {}),
    NoPart: response('The part lies behind the end of the file; the body is up to the host.', {}),
    MethodRefused: response(
      'The answer to every other method, in the way of the host: 405, or 403, 404 or 501.',
      {},
    ),
  } as const;
}

/** A response; one without content has no body. */
export function response(
  description: string,
  headers: HeaderFields,
  content: JsonObject | null = null,
): JsonObject {
  const named = Object.keys(headers).length === 0 ? {} : { headers: headerRefs(headers) };
  return { description, ...named, ...(content === null ? {} : { content }) };
}

function jsonContent(schema: string, example: string): JsonObject {
  return { [jsonType]: { schema: schemaRef(schema), example: parsed(example) } };
}

function parsed(body: string): JsonObject {
  return JSON.parse(body) as JsonObject;
}
