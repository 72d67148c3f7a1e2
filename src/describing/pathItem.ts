/** One address with its three methods, their parameters and their answers. */
import { descriptions } from '../contract/descriptions.ts';
import { type FieldNames, withFields } from '../contract/fieldNames.ts';
import { jsonType } from '../contract/headers.ts';
import { isListView, viewTemplates } from '../contract/views.ts';
import type { Address } from './addresses.ts';
import { headerSets } from './answerHeaders.ts';
import { response, responseRef } from './commonResponses.ts';
import { pascalCase, schemaRef } from './embeddedSchemas.ts';
import type { JsonObject } from '../contract/jsonObject.ts';
import { parameterRef, pathParameter, sizeParameter } from './parameters.ts';
import type { SiteExamples } from './siteExamples.ts';

/** The path item of an address; the example of its body, if there is one, is a component. */
export function pathItem(
  address: Address,
  examples: SiteExamples,
  maxAgeSeconds: number,
  fieldNames: FieldNames,
): JsonObject {
  const { of, variable, paging, sizes } = address;
  const { name, description: said, schema, tag } = descriptions[of];
  const description = withFields(said, fieldNames);
  const title = paging === 'path' ? `${name}: a page as a file` : name;
  const example = examples.bodies[of] === undefined ? null : exampleName(of);

  const operation = (method: string, summary: string, rest: JsonObject) => {
    const operationId = `${method}${pascalCase(address.name)}`;
    return { operationId, tags: [tag], summary, ...rest };
  };
  // A view that is a list has all of its items on its first page (V1).
  const isOnPage = viewTemplates.some((template) => template === of && isListView(template));
  const parameters = [
    ...(paging === 'query' ? [parameterRef('Page')] : []),
    ...(isOnPage ? [parameterRef('OnlyPage')] : []),
    ...(sizes.length > 0 ? [sizeParameter(sizes)] : []),
    ...(paging === 'query' || isOnPage ? [parameterRef('Format')] : []),
    parameterRef('IfNoneMatch'),
  ];
  // The first page of a list always exists; a named item may not.
  const isNamed = variable !== null;
  const missing = missingOf(isNamed, paging === 'query' || isOnPage);
  const content = {
    [jsonType]: {
      schema: schemaRef(schema),
      ...(example === null
        ? {}
        : { examples: { first: { $ref: `#/components/examples/${example}` } } }),
    },
  };
  return {
    ...(!isNamed ? {} : { parameters: [pathParameter(address, examples, fieldNames)] }),
    get: operation('get', title, {
      description,
      parameters,
      responses: {
        200: response(description, headerSets(maxAgeSeconds).content, content),
        304: responseRef('NotModified'),
        ...(missing === null ? {} : { 404: responseRef(missing) }),
        405: responseRef('MethodNotAllowed'),
      },
    }),
    head: operation('head', `${title}: headers`, {
      parameters,
      responses: {
        200: responseRef('HeadersAlone'),
        304: responseRef('NotModified'),
        ...(missing === null ? {} : { 404: responseRef(headersAlone[missing]) }),
        405: responseRef('MethodNotAllowed'),
      },
    }),
    options: operation('describe', `${title}: description`, {
      responses: {
        200: responseRef('Description'),
        204: responseRef('NoDescription'),
        // For every page number (M3).
        ...(isNamed ? { 404: responseRef('NotFound') } : {}),
        405: responseRef('MethodNotAllowed'),
      },
    }),
  };
}

/** The 404 response if a name, a page or both may be missing; null if neither can. */
function missingOf(isNamed: boolean, isPaged: boolean): keyof typeof headersAlone | null {
  if (isNamed) return isPaged ? 'NotFoundOrPage' : 'NotFound';
  return isPaged ? 'InvalidPage' : null;
}

const headersAlone = {
  InvalidPage: 'InvalidPageHeadersAlone',
  NotFound: 'NotFoundHeadersAlone',
  NotFoundOrPage: 'NotFoundHeadersAlone',
} as const;

/** The name of a body's example among the components. */
export function exampleName(of: Address['of']): string {
  return pascalCase(of.replace('*', 'one'));
}
