/** One address with its three methods, their parameters and their answers. */
import { descriptions } from '../contract/descriptions.ts';
import { type FieldNames, withFields } from '../contract/fieldNames.ts';
import { jsonType } from '../contract/headers.ts';
import type { Address } from './addresses.ts';
import { headerSets } from './answerHeaders.ts';
import { response, responseRef } from './commonResponses.ts';
import { pascalCase, schemaRef } from './embeddedSchemas.ts';
import type { JsonObject } from './jsonValue.ts';
import { parameterRef, pathParameter, sizeParameter } from './parameters.ts';
import type { SiteExamples } from './siteExamples.ts';

/** What the path answers; an example of the body, if there is one, is a component of its name. */
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
  const parameters = [
    ...(paging === 'query' ? [parameterRef('Page')] : []),
    ...(sizes.length > 0 ? [sizeParameter(sizes)] : []),
    ...(paging === 'query' ? [parameterRef('Format')] : []),
    parameterRef('IfNoneMatch'),
  ];
  // Of a list itself the first page is always there, of anything named nobody knows.
  const missing = paging === 'query' ? 'InvalidPage' : variable === null ? null : 'NotFound';
  const content = {
    [jsonType]: {
      schema: schemaRef(schema),
      ...(example === null
        ? {}
        : { examples: { first: { $ref: `#/components/examples/${example}` } } }),
    },
  };
  return {
    ...(variable === null ? {} : { parameters: [pathParameter(address, examples, fieldNames)] }),
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
        ...(missing === null ? {} : { 404: responseRef(`${missing}HeadersAlone`) }),
        405: responseRef('MethodNotAllowed'),
      },
    }),
    options: operation('describe', `${title}: description`, {
      responses: {
        200: responseRef('Description'),
        204: responseRef('NoDescription'),
        // Whatever page the query asks for (M3).
        ...(missing === 'NotFound' ? { 404: responseRef('NotFound') } : {}),
        405: responseRef('MethodNotAllowed'),
      },
    }),
  };
}

/** What the example of a body is called among the components. */
export function exampleName(of: Address['of']): string {
  return pascalCase(of.replace('*', 'one'));
}
