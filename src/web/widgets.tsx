/** What pages are made of: how families, notes, texts of records and numbers of them stand in one, and fields to choose by. */
import { type ButtonHTMLAttributes, type ComponentChildren, createContext } from 'preact';
import { useContext, useState } from 'preact/hooks';
import { longestNote } from './data/indexes.ts';
import { blank } from './map/colors.ts';
import { plainText } from '../text/values.ts';
import { formatCount } from './files.ts';
import { isSeen, linkTo, setChoices } from './route.ts';

export const FamilyLabels = createContext<ReadonlyMap<number, string>>(new Map());

/** Its label, in words that follow its number; empty if it has none. */
export function useFamilyLabel(pham: number | null): string {
  const label = useContext(FamilyLabels).get(pham ?? -1);
  return label === undefined ? '' : ` (${plainText(label)})`;
}

/** A patch of a colour of the maps. */
export function Swatch({ color }: { color: string }) {
  return (
    <span class="swatch" style={{ backgroundColor: color === blank ? 'var(--paper)' : color }} />
  );
}

interface FamilyLinkProps {
  readonly pham: number;
  /** Left out while it is not known. */
  readonly color?: string | undefined;
  /** Words before its number, as part of the link. */
  readonly prefix?: string;
}

export function FamilyLink({ pham, color, prefix }: FamilyLinkProps) {
  const label = useFamilyLabel(pham);
  return (
    <a href={linkTo('pham', String(pham))}>
      {color !== undefined && <Swatch color={color} />}
      {prefix === undefined ? '' : `${prefix} `}
      {pham}
      {label}
    </a>
  );
}

// In characters. Longer texts fill screens, and hide what stands behind them.
const mostAtOnce = 600;
const shownFirst = 400;

export function Said({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false);
  if (isWhole || text.length <= mostAtOnce) return <bdi>{text}</bdi>;
  return (
    <>
      <bdi>{text.slice(0, shownFirst)}</bdi>…{' '}
      <Button class="quiet" act={() => setWhole(true)}>
        Show all {formatCount(text.length)} characters
      </Button>
    </>
  );
}

/** Items with commas between them, or other words. */
export function joined<Item>(
  items: readonly Item[],
  show: (item: Item) => ComponentChildren,
  between = ', ',
) {
  return items.map((item, index) => (
    <>
      {index > 0 && between}
      {show(item)}
    </>
  ));
}

export function Button({ act, ...rest }: ButtonHTMLAttributes & { act: () => unknown }) {
  return <button type="button" onClick={() => void act()} {...rest} />;
}

/** That something did not work, and why; nothing where it did. */
export function Failure({
  message,
  why,
  ...rest
}: {
  message: string;
  why: string | null;
  class?: string;
}) {
  if (why === null) return null;
  return (
    <p role="alert" {...rest}>
      <strong>{message}</strong> {why}
    </p>
  );
}

export function Facts({ of }: { of: readonly (readonly [string, ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {of.map(([name, value]) => (
        <>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
  );
}

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder: string;
  readonly input: (text: string) => void;
}

export function SearchField({ label, input, ...rest }: SearchFieldProps) {
  return (
    <label>
      {label}
      <input type="search" onInput={({ currentTarget }) => input(currentTarget.value)} {...rest} />
    </label>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly offered: readonly (readonly [value: string, title: string])[];
  readonly choose: (value: string) => void;
}

export function Choice({ label, value, offered, choose }: ChoiceProps) {
  return (
    <label>
      {label}
      <select value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {offered.map(([one, title]) => (
          <option key={one} value={one}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}

interface KeptChoiceProps extends Pick<ChoiceProps, 'label' | 'value'> {
  readonly name: string;
  readonly offered: Readonly<Record<string, string>>;
}

/** A choice that the address keeps under a name, but for the first of those offered. */
export function KeptChoice({ name, offered, ...rest }: KeptChoiceProps) {
  const [usual] = Object.keys(offered);
  return (
    <Choice
      {...rest}
      offered={Object.entries(offered)}
      choose={(value) => setChoices({ [name]: value === usual ? null : value })}
    />
  );
}

/** The heading of a section, with how many there are of what is in it. */
export function Counted({ title, count }: { title: string; count: number }) {
  return (
    <h2>
      {title} <span class="muted">({formatCount(count)})</span>
    </h2>
  );
}

const mostBars = 15;

interface BarsProps {
  readonly counts: readonly (readonly [label: string, count: number])[];
  readonly noun: string;
  /** Null where there is nothing that it could lead to. */
  readonly linkOf: (label: string) => string | null;
  /** For a filter of the page that it is on: the label that is chosen; null for none. */
  readonly chosen?: string | null;
}

export function Bars({ counts, noun, linkOf, chosen }: BarsProps) {
  const [isWhole, setWhole] = useState(false);
  const most = Math.max(1, ...counts.map(([, count]) => count));
  const shown = (isWhole ? counts : counts.slice(0, mostBars)).map(
    ([label, count]) => [label, count, linkOf(label)] as const,
  );
  return (
    <>
      <ul class="bars">
        {shown.map(([label, count, link]) => (
          <li key={label}>
            <a
              {...(link === null ? {} : { href: link })}
              {...(chosen === undefined ? {} : { 'data-stays': '' })}
              aria-current={label === chosen ? 'true' : undefined}
            >
              <span class="bar-label">{plainText(label)}</span>
              <meter class="bar" min={0} max={most} value={count} aria-hidden="true" />
              <span class="bar-count">
                {formatCount(count)}
                <span class="unseen">{` ${noun}${count === 1 ? '' : 's'}`}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
      {counts.length > mostBars && (
        <Button class="quiet" act={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${formatCount(counts.length)}`}
        </Button>
      )}
    </>
  );
}

interface PhageCountsProps extends Pick<BarsProps, 'counts' | 'linkOf'> {
  readonly title: string;
  readonly children?: ComponentChildren;
}

/** A section with how many phages there are of each; nothing where there are none. */
export function PhageCounts({ title, children, ...bars }: PhageCountsProps) {
  if (bars.counts.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <Bars noun="phage" {...bars} />
      {children}
    </section>
  );
}

/** The link from a note to all families with just it; null where the index cannot have it, or where it is blank. */
export function noteLink(note: string): string | null {
  return note.length <= longestNote && isSeen(note) ? linkTo('note', note, { exact: 'yes' }) : null;
}

export interface IndexSize {
  /** How many notes the index has. */
  readonly known: number;
  /** How many more the site has; null where they are too many to be counted. */
  readonly leftOut: number | null;
}

export function noNotesText(text: string, { known, leftOut }: IndexSize): string {
  if (leftOut === null) {
    return 'The notes of this site are too many different ones to be searched.';
  }
  if (known + leftOut === 0) return 'No gene of this site has notes.';
  if (leftOut > 0) {
    return `Such notes are not among the ${formatCount(known)} most frequent ones. ${leftOutText(leftOut)}`;
  }
  return text.length > longestNote
    ? `Notes of more than ${longestNote} characters are not searched.`
    : 'No gene has such notes.';
}

/** Empty where the index has all notes. */
export function leftOutText(leftOut: number | null): string {
  if (leftOut === null || leftOut === 0) return '';
  return leftOut === 1
    ? 'One rare or very long one is not searched.'
    : `${formatCount(leftOut)} rare or very long ones are not searched.`;
}
