/** The interface of the site as a page, from its OpenAPI description, with requests that run against this site. */
import { useState } from 'preact/hooks';
import { addresses, fetchJson, messageOf } from './data/fetching.ts';
import { addressOf, type Field, type Operation, sectionsOf } from './data/openApi.ts';
import { formatBytes } from './files.ts';
import { PageHead, type PageProps, Show, useLoaded } from './page.tsx';
import { Button, Failure } from './widgets.tsx';
import { type Column, Table } from './table.tsx';

export function Interface({ site }: PageProps) {
  const sections = useLoaded('interface', () => fetchJson(addresses.openApi).then(sectionsOf));
  return (
    <>
      <PageHead
        site={site}
        title="Interface"
        description="The addresses that programs read, what they answer, and requests to try."
        files={[addresses.openApi, 'api/index.json']}
      />
      <p>
        Programs read these addresses with GET. Every address also answers HEAD and OPTIONS, and
        nothing that changes data. <a href={addresses.openApi}>openapi.json</a> says the same to
        programs that make clients (OpenAPI 3.1).
      </p>
      <Show of={sections}>
        {(all) => (
          <>
            {all.map(({ title, description, operations }) => (
              <section key={title}>
                <h2>{title}</h2>
                <p class="hint">{description}</p>
                {operations.map((operation) => (
                  <Described key={operation.path} operation={operation} />
                ))}
              </section>
            ))}
          </>
        )}
      </Show>
    </>
  );
}

/** What is inside is made when it is opened: an interface has fifty of them. */
function Described({ operation }: { operation: Operation }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="operation" onToggle={({ currentTarget: { open } }) => setOpen(open)}>
      <summary>
        <code>{operation.path}</code> <span>{coded(operation.description)}</span>
      </summary>
      {isOpen && <Opened operation={operation} />}
    </details>
  );
}

function Opened({ operation }: { operation: Operation }) {
  const { path, parameters, answers, fields, type } = operation;
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(
      // Those of the query change nothing by being there.
      parameters.map(({ name, in: place, example }) => [name, place === 'path' ? example : '']),
    ),
  );
  // To where the page is, which may be a preview and not the published address.
  const address = new URL(addressOf(operation, values), document.baseURI).href;
  return (
    <>
      {parameters.map(({ name, in: place, description, example }) => (
        <p key={name} class="parameter">
          <label>
            <span>
              <code>{name}</code> {place === 'path' ? 'in the path' : 'in the query'}
            </span>
            <input
              type="text"
              value={values[name]}
              placeholder={example}
              onInput={({ currentTarget: { value } }) => setValues({ ...values, [name]: value })}
            />
          </label>
          <span class="hint">{coded(description)}</span>
        </p>
      ))}
      <pre class="sequence" tabIndex={0} role="region" aria-label={`Command for ${path}`}>
        {`curl '${address.replaceAll("'", '%27')}'${type === 'application/json' ? '' : ' -O'}`}
      </pre>
      {type === 'application/json' ? (
        <Try key={address} address={address} path={path} />
      ) : (
        <p class="row-tools">
          <a class="button" href={address} download>
            Save this file
          </a>
          <span class="muted">{type}</span>
        </p>
      )}
      <Table
        label={`Answers of ${path}`}
        items={answers}
        columns={answerColumns}
        keyOf={({ status }) => status}
        look="open"
      />
      {fields.length > 0 && (
        <Table
          label={`Fields of ${path}`}
          items={fields}
          columns={fieldColumns}
          keyOf={({ name }) => name}
          look="open"
        />
      )}
    </>
  );
}

/** What stands between backticks, as code. */
function coded(text: string) {
  return text.split('`').map((part, at) => (at % 2 === 1 ? <code>{part}</code> : part));
}

const answerColumns: readonly Column<Operation['answers'][number]>[] = [
  { title: 'Status', isHead: true, cell: ({ status }) => status },
  { title: 'When', cell: ({ description }) => coded(description) },
];

const fieldColumns: readonly Column<Field>[] = [
  { title: 'Field', isHead: true, cell: ({ name }) => <code>{name}</code> },
  { title: 'Type', cell: ({ type }) => type },
  { title: 'Meaning', cell: ({ description }) => coded(description) },
];

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly bytes: number;
  readonly text: string;
}

// In characters: a page of a list has hundreds of thousands.
const mostShown = 20_000;

function Try({ address, path }: { address: string; path: string }) {
  const [answer, setAnswer] = useState<Answer | string | null>(null);
  const send = async () => {
    try {
      const response = await fetch(address);
      const text = await response.text();
      setAnswer({
        status: response.status,
        type: response.headers.get('content-type') ?? '',
        bytes: new TextEncoder().encode(text).length,
        text: indented(text),
      });
    } catch (error) {
      setAnswer(messageOf(error));
    }
  };
  return (
    <>
      <p class="row-tools">
        <Button act={send}>Send</Button>
        <a href={address} target="_blank" rel="noopener">
          Open in a tab
        </a>
        <span role="status">
          {answer !== null &&
            typeof answer !== 'string' &&
            `${answer.status}, ${answer.type}, ${formatBytes(answer.bytes)}`}
        </span>
      </p>
      <Failure
        class="failed"
        message="There was no answer."
        why={typeof answer === 'string' ? answer : null}
      />
      {answer !== null && typeof answer !== 'string' && (
        <pre class="sequence" tabIndex={0} role="region" aria-label={`Answer of ${path}`}>
          {answer.text.slice(0, mostShown)}
          {answer.text.length > mostShown && '\n…'}
        </pre>
      )}
    </>
  );
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
