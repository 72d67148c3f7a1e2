/** What `openapi.json` says of the interface, as its page shows it. */
import { type Fields, fieldsOf, listOf, textOf } from '../../text/values.ts';

export type Operation = Readonly<ReturnType<typeof operationOf>>;

/** A field of an answer; of one inside another, the name has both: `PhageID.Name`. */
export interface Field {
  readonly name: string;
  readonly type: string;
  readonly description: string;
}

/** What is read with GET, by the sections of the description: HEAD and OPTIONS say nothing more, and there is one for each. */
export function sectionsOf(json: unknown) {
  const spec = fieldsOf(json);
  const follow = createFollow(spec);
  const operations = Object.entries(fieldsOf(spec['paths'])).map(([path, item]) => {
    const own = fieldsOf(item);
    const get = fieldsOf(own['get']);
    const parameters = [...listOf(own['parameters']), ...listOf(get['parameters'])];
    const section = textOf(listOf(get['tags'])[0]);
    return [section, operationOf(path, get, parameters.map(follow), follow)] as const;
  });
  return listOf(spec['tags'])
    .map(fieldsOf)
    .map(({ name, description }) => ({
      title: textOf(name),
      description: textOf(description),
      operations: operations.flatMap(([section, one]) => (section === name ? [one] : [])),
    }))
    .filter(({ operations: some }) => some.length > 0);
}

type Follow = (value: unknown) => Fields;

/** Returns a function that gives what a reference within the description leads to, and anything else as it is. */
function createFollow(spec: Fields): Follow {
  return (value) => {
    const fields = fieldsOf(value);
    const reference = textOf(fields['$ref']);
    if (!reference.startsWith('#/')) return fields;
    const found = reference
      .slice(2)
      .split('/')
      .reduce<unknown>((at, name) => fieldsOf(at)[name], spec);
    // Words beside the reference say more than those of what it leads to.
    const { $ref: _, ...beside } = fields;
    return { ...fieldsOf(found), ...beside };
  };
}

function operationOf(path: string, get: Fields, parameters: readonly Fields[], follow: Follow) {
  const responses = Object.entries(fieldsOf(get['responses']));
  const found = follow(fieldsOf(get['responses'])['200']);
  const [content] = Object.entries(fieldsOf(found['content']));
  return {
    /** With the names of variables in braces. */
    path,
    description: textOf(get['description']) || textOf(get['summary']),
    // Headers are the browser's to send.
    parameters: parameters.flatMap(({ name, in: place, description, example }) =>
      place === 'path' || place === 'query'
        ? [
            {
              name: textOf(name),
              in: place,
              description: textOf(description),
              example: textOf(example),
            } as const,
          ]
        : [],
    ),
    answers: responses.map(([status, response]) => {
      return { status, description: textOf(follow(response)['description']) };
    }),
    /** The media type of what is found. */
    type: content?.[0] ?? '',
    /** What the answer holds; empty for a file. */
    fields: [...fieldsIn(fieldsOf(content?.[1])['schema'], follow, '', deepest)],
  };
}

// Records have objects in objects, and none in these.
const deepest = 4;

function* fieldsIn(
  value: unknown,
  follow: Follow,
  prefix: string,
  depth: number,
): Generator<Field> {
  const schema = schemaOf(value, follow);
  const properties = Object.entries(fieldsOf(schema['properties']));
  if (properties.length === 0 && schema['items'] !== undefined)
    yield* fieldsIn(schema['items'], follow, `${prefix}[]`, depth);
  if (depth === 0) return;
  for (const [name, property] of properties) {
    const own = schemaOf(property, follow);
    const whole = prefix === '' ? name : `${prefix}.${name}`;
    yield { name: whole, type: typeOf(own), description: textOf(own['description']) };
    yield* fieldsIn(property, follow, whole, depth - 1);
  }
}

/** Of what may be null or something else, that. */
function schemaOf(value: unknown, follow: Follow): Fields {
  const schema = follow(value);
  const offered = listOf(schema['anyOf'] ?? schema['oneOf']).map(follow);
  const other = offered.find(({ type }) => type !== 'null');
  if (other === undefined) return schema;
  const types = offered.map(typeOf).filter((type, at, all) => all.indexOf(type) === at);
  const { anyOf: _, oneOf: __, ...own } = schema;
  return { ...other, ...own, type: types };
}

function typeOf({ type, const: constant, enum: offered }: Fields): string {
  const one = constant ?? listOf(offered)[0];
  if (type === undefined && one !== undefined) return typeof one;
  return Array.isArray(type) ? type.map(textOf).join(' or ') : textOf(type);
}

/** The address of an operation, relative, with values of its parameters: those of the query that are not empty. */
export function addressOf(
  { path, parameters }: Pick<Operation, 'parameters' | 'path'>,
  values: Readonly<Record<string, string>>,
): string {
  const query = new URLSearchParams();
  let address = path.replace(/^\//, '');
  for (const { name, in: place } of parameters) {
    const value = values[name] ?? '';
    if (place === 'path') address = address.replace(`{${name}}`, encodeURIComponent(value));
    else if (value !== '') query.append(name, value);
  }
  const text = query.toString();
  return text === '' ? address : `${address}?${text}`;
}
