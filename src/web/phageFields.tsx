/** All fields of a phage, grouped as a person reads them. None is left out: those without a value are listed, too. */
import type { ComponentChildren } from 'preact';
import { degreesOf, factsOfPhage, type Shown } from '../text/phageFields.ts';
import { textOf } from '../text/values.ts';
import type { Site } from './data/site.ts';
import { formatCount } from './files.ts';
import { Facts, joined, Said } from './widgets.tsx';

export function PhageFields({ site, record }: { site: Site; record: unknown }) {
  const { groups, empty } = factsOfPhage(record, site.nameOf);
  return (
    <>
      <div class="cards">
        {groups.map(({ title, facts }) => (
          <section key={title} class="card">
            <h3>{title}</h3>
            <Facts of={facts.map(({ label, value }) => [label, <Value of={value} />] as const)} />
            {title === 'Discovery' && <PlaceLink site={site} record={record} />}
          </section>
        ))}
      </div>
      {empty.length > 0 && (
        <details class="on-screen">
          <summary>{formatCount(empty.length)} fields have no value</summary>
          <p>{empty.join(', ')}</p>
        </details>
      )}
    </>
  );
}

function Value({ of }: { of: Shown }): ComponentChildren {
  switch (of.kind) {
    case 'text':
      return <Said text={of.text} />;
    case 'day':
      return <time dateTime={of.whole}>{of.text}</time>;
    case 'link':
      return <a href={of.href}>{of.text}</a>;
    case 'list':
      return (
        <>
          {joined(
            of.items,
            (item) => (
              <Value of={item} />
            ),
            '; ',
          )}
        </>
      );
    case 'object':
      return <Parts of={of} />;
  }
}

function Parts({ of: { text, parts } }: { of: Extract<Shown, { kind: 'object' }> }) {
  const [only, another] = parts;
  if (only === undefined) return <>{text}</>;
  const rest = (
    <dl class="inner">
      {parts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Value of={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
  if (text === '') return rest;
  // One short fact needs no folding.
  if (another === undefined && only.value.kind !== 'object' && only.value.kind !== 'list')
    return (
      <>
        {text}
        {rest}
      </>
    );
  return (
    <details>
      <summary>{text}</summary>
      {rest}
    </details>
  );
}

function PlaceLink({ site, record }: { site: Site; record: unknown }) {
  const latitude = degreesOf(textOf(site.field(record, 'found_GPS_lat')), 90);
  const longitude = degreesOf(textOf(site.field(record, 'found_GPS_long')), 180);
  if (latitude === null || longitude === null) return null;
  const place = `mlat=${latitude}&mlon=${longitude}`;
  return (
    <p>
      <a
        href={`https://www.openstreetmap.org/?${place}#map=8/${latitude}/${longitude}`}
        rel="noopener"
      >
        See the place on a map
      </a>{' '}
      (OpenStreetMap)
    </p>
  );
}
