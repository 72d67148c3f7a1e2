/** Which phages a comparison has, as its address says: their order, how each is turned and shifted, how all are drawn; and ways to add and to take out. */
import type { ComponentProps } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { isMissing } from './data/fetching.ts';
import { fetchPhages } from './data/indexes.ts';
import { countOf } from './files.ts';
import { Trouble, useLoaded } from './page.tsx';
import { isSeen, linkTo, replaceQuery } from './route.ts';
import { Button, SearchField } from './widgets.tsx';

type ChosenProps = Readonly<{ comparison: Comparison; query: string }>;

export function change(comparison: Comparison, query: string, to: Partial<Comparison>): void {
  // Aligned on something else, all genes lie elsewhere.
  const asked = 'align' in to ? withoutStretch(query) : query;
  replaceQuery(queryOf({ ...comparison, ...to }, asked));
}

/** The phages and their order: by drag, or by buttons. */
export function Chosen({ comparison, query }: ChosenProps) {
  const { names, flipped, shifts } = comparison;
  const changeTo = (to: Partial<Comparison>) => change(comparison, query, to);
  const [dragged, setDragged] = useState<number | null>(null);
  const [status, setStatus] = useState('');
  const [shifting, setShifting] = useState<ReadonlySet<string>>(new Set());
  const isShifted = (name: string) => shifting.has(name) || (shifts.get(name) ?? 0) !== 0;
  // A button keeps the focus where its phage goes, also at an end, where it does nothing.
  const move = (from: number, to: number) => {
    if (to < 0 || to >= names.length) return;
    const focused = document.activeElement;
    changeTo({ names: moved(names, from, to) });
    setStatus(`${names[from] ?? ''} is now at place ${to + 1} of ${names.length}.`);
    requestAnimationFrame(() => focused instanceof HTMLElement && focused.focus());
  };
  const takeOut = (name: string) => {
    changeTo({ names: names.filter((one) => one !== name) });
    setStatus(`${name} is taken out.`);
    // Its button is no more. Where it was the last of as many as can be compared, the field comes only now.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('.adding input')?.focus());
  };
  return (
    <section>
      <h2 class="unseen">Phages to compare</h2>
      <ol class="chosen">
        {names.map((name, index) => (
          <li
            key={name}
            draggable
            class={dragged === index ? 'dragged' : undefined}
            onDragStart={() => setDragged(index)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged !== null) changeTo({ names: moved(names, dragged, index) });
              setDragged(null);
            }}
          >
            <a href={linkTo('phage', name)}>{name}</a>
            <span class="chosen-tools">
              <Tool
                sign="↑"
                label={`Move ${name} up`}
                aria-disabled={index === 0}
                act={() => move(index, index - 1)}
              />
              <Tool
                sign="↓"
                label={`Move ${name} down`}
                aria-disabled={index === names.length - 1}
                act={() => move(index, index + 1)}
              />
              <Tool
                sign="⇄"
                label={`Turn ${name} round`}
                aria-pressed={flipped.has(name)}
                act={() => {
                  const others = [...flipped].filter((one) => one !== name);
                  changeTo({ flipped: new Set(flipped.has(name) ? others : [...others, name]) });
                }}
              />
              <Tool
                sign="↔"
                label={`Shift ${name} by bases`}
                aria-pressed={isShifted(name)}
                act={() => {
                  const others = [...shifting].filter((one) => one !== name);
                  setShifting(new Set(isShifted(name) ? others : [...others, name]));
                  const left = [...shifts].filter(([one]) => one !== name);
                  if (shifts.has(name)) changeTo({ shifts: new Map(left) });
                }}
              />
              <Tool sign="×" label={`Take ${name} out`} act={() => takeOut(name)} />
            </span>
            {isShifted(name) && (
              <label class="shift">
                Shift by <span class="unseen">{name}, in bases</span>
                <input
                  type="number"
                  step={500}
                  value={shifts.get(name) ?? 0}
                  onChange={({ currentTarget: { value } }) => {
                    const bases = Math.round(Number(value));
                    if (Math.abs(bases) <= 999_999_999) {
                      changeTo({ shifts: new Map([...shifts, [name, bases]]) });
                    }
                  }}
                />{' '}
                <span class="muted" aria-hidden="true">
                  bp
                </span>
              </label>
            )}
          </li>
        ))}
      </ol>
      <p class="unseen" role="status">
        {status}
      </p>
      {names.length === 0 && (
        <p>
          Type the first letters of a phage, or a cluster, and choose among those that fit. Genomes
          are drawn one below the other, with bands between genes of one family.
        </p>
      )}
      {names.length < mostPhages ? (
        <Adding comparison={comparison} query={query} />
      ) : (
        <p class="note">{mostPhages} genomes are the most that are compared at once.</p>
      )}
    </section>
  );
}

type ToolProps = ComponentProps<typeof Button> & { sign: string; label: string };

function Tool({ sign, label, ...rest }: ToolProps) {
  return (
    <Button aria-label={label} title={label} {...rest}>
      {sign}
    </Button>
  );
}

const mostSuggested = 12;

function Adding({ comparison, query }: ChosenProps) {
  const index = useLoaded('phages', fetchPhages);
  const [text, setText] = useState('');
  const rows = index.state === 'done' ? index.value : [];
  const wanted = text.trim().toLowerCase();
  const { names } = comparison;
  const add = (name: string) => {
    change(comparison, query, { names: [...names, name] });
    setText('');
  };
  const fitting = useMemo(() => {
    if (wanted === '') return [];
    const left = rows.filter(({ name }) => !names.includes(name));
    const starting = left.filter(({ name }) => name.toLowerCase().startsWith(wanted));
    const inCluster = left.filter(
      ({ cluster, subcluster }) =>
        cluster.toLowerCase() === wanted || subcluster.toLowerCase() === wanted,
    );
    return [...new Set([...starting, ...inCluster])].slice(0, mostSuggested);
  }, [rows, wanted, names]);
  return (
    <>
      <form
        class="filters adding"
        onSubmit={(event) => {
          event.preventDefault();
          const exact = fitting.find(({ name }) => name.toLowerCase() === wanted);
          const first = exact ?? fitting[0];
          if (first !== undefined) add(first.name);
        }}
      >
        <SearchField
          label="Add a phage"
          value={text}
          placeholder="Name, cluster or subcluster"
          input={setText}
        />
        <ul class="suggested" aria-label="Phages that fit">
          {fitting.map(({ name, cluster, subcluster }) => (
            <li key={name}>
              <Button act={() => add(name)}>
                {name} {subcluster || cluster}
              </Button>
            </li>
          ))}
        </ul>
        <p role="status">
          {wanted !== '' && index.state === 'done' && fitting.length === 0 && 'No phage fits.'}
          {fitting.length > 0 && (
            <span class="unseen">{countOf(fitting.length, 'phage')} to add</span>
          )}
          {wanted !== '' && index.state === 'waiting' && 'Loading the names of phages …'}
        </p>
      </form>
      <Trouble of={index} />
      {index.state === 'failed' && isMissing(index.error) && (
        <p class="note">This site has no index of its phages, so none can be proposed.</p>
      )}
    </>
  );
}

const mostPhages = 30;

export type Comparison = Readonly<ReturnType<typeof comparisonOf>>;

export function comparisonOf(query: string) {
  const asked = new URLSearchParams(query);
  const names: readonly string[] = [...new Set(asked.getAll('with').filter(isSeen))].slice(
    0,
    mostPhages,
  );
  const align = asked.get('align') ?? '';
  const shifts = asked.getAll('shift').flatMap((text): readonly (readonly [string, number])[] => {
    const [, name = '', bases = ''] = /^(.*):(-?\d{1,9})$/s.exec(text) ?? [];
    return name === '' ? [] : [[name, Number(bases)]];
  });
  return {
    names,
    flipped: new Set(asked.getAll('flip')),
    /** Bases to the right, by name. */
    shifts: new Map(shifts),
    /** A PhamID; null for the left ends. */
    align: /^\d{1,15}$/.test(align) ? Number(align) : null,
  };
}

/** The query without the stretch in view: the same for as long as a map is only moved. */
export function withoutStretch(query: string): string {
  const asked = new URLSearchParams(query);
  asked.delete('from');
  asked.delete('to');
  return asked.toString();
}

const own = new Set(['compare', 'with', 'flip', 'shift', 'align']);

/** The query of a comparison; all other choices are as an address has them. */
export function queryOf(comparison: Comparison, asked: string): URLSearchParams {
  const { names, flipped, shifts, align } = comparison;
  const query = new URLSearchParams({ compare: '' });
  for (const name of names) query.append('with', name);
  for (const name of names) if (flipped.has(name)) query.append('flip', name);
  for (const name of names) {
    const bases = shifts.get(name) ?? 0;
    if (bases !== 0) query.append('shift', `${name}:${bases}`);
  }
  if (align !== null) query.set('align', String(align));
  for (const [key, value] of new URLSearchParams(asked))
    if (!own.has(key)) query.append(key, value);
  return query;
}

export function moved(names: readonly string[], from: number, to: number): readonly string[] {
  const name = names[from];
  if (name === undefined || to < 0 || to >= names.length) return names;
  const others = names.filter((_, index) => index !== from);
  return [...others.slice(0, to), name, ...others.slice(to)];
}

export function renamed({ names, flipped, shifts }: Comparison, nameOf: (name: string) => string) {
  return {
    names: [...new Set(names.map(nameOf))],
    flipped: new Set([...flipped].map(nameOf)),
    shifts: new Map([...shifts].map(([name, bases]) => [nameOf(name), bases])),
  };
}
