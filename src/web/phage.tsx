/** The page of a phage: what it is, its genome, and all fields. */
import { addresses, fetchJson, unlessMissing } from './data/fetching.ts';
import { PhageChanges } from './changes.tsx';
import { allPhages, fetchPhages, mayHave } from './data/indexes.ts';
import { genesOfPhage, type Phage, phageOf } from './data/records.ts';
import { phagesNamed } from './data/search.ts';
import type { Site } from './data/site.ts';
import { briefOfPhage, phageTaxon, describePhage } from '../text/phageFields.ts';
import { plainText, textOf } from '../text/values.ts';
import { formatCount } from './files.ts';
import { NoPage, PageHead, type PageProps, Several, Show, useLoaded } from './page.tsx';
import { PhageFields } from './phageFields.tsx';
import { Genome } from './phageGenome.tsx';
import { linkTo } from './route.ts';

/**
 * The index says what a phage is called before its record is asked for: another name has no record, and browsers report
 * what is not there as an error. The map needs the index, too.
 */
export function PhagePage(props: PageProps) {
  const { site, name } = props;
  const called = useLoaded(name, () => namesOf(name));
  return (
    <Show of={called}>
      {(names) => {
        const [own, another] = names;
        if (own === undefined) return <Unrecorded {...props} />;
        if (another === undefined) return <Named {...props} name={own} asked={name} />;
        const links = names.map((one) => <a href={linkTo('phage', one)}>{one}</a>);
        return <Several site={site} asked={name} what="phages" links={links} />;
      }}
    </Show>
  );
}

/** The own names of the phages that are called `name`: one alone where it is its own. */
async function namesOf(name: string): Promise<readonly string[]> {
  const rows = await unlessMissing(fetchPhages(), null);
  // Without an index, there may be such a record.
  return rows === null ? [name] : phagesNamed(rows, name).map((row) => row.name);
}

/** `asked` is the name by which the phage was asked for; `name` is its own. */
function Named({ site, name, query, asked }: PageProps & { asked: string }) {
  const phage = useLoaded(name, async () => {
    const [record, rows] = await Promise.all([fetchJson(addresses.phage(name)), allPhages()]);
    return { ...phageOf(site, record), mayHaveGenes: mayHave('genes', site, rows, name) };
  });
  return (
    <Show of={phage} missing={<UnknownPhage site={site} name={asked} />}>
      {(found) => <Found site={site} phage={found} query={query} asked={asked} />}
    </Show>
  );
}

/** Genes may be of a phage that has no record: then they are what is known of it. */
function Unrecorded({ site, name, query }: PageProps) {
  const hasGenes = site.views.includes('genesbyphage');
  const genes = useLoaded(name, async () =>
    hasGenes && mayHave('genes', site, await allPhages(), name) ? genesOfPhage(site, name) : [],
  );
  const unknown = <UnknownPhage site={site} name={name} />;
  return (
    <Show of={genes} missing={unknown}>
      {({ length }) =>
        length === 0 ? (
          unknown
        ) : (
          <>
            <PageHead
              site={site}
              title={name}
              description={plainText(`The genes of the bacteriophage ${name}.`)}
              files={[addresses.genesOf(name)]}
            >
              <p class="note">This site has no record of this phage, but its genes.</p>
            </PageHead>
            <Genome site={site} phage={{ ...nothing, name }} query={query} />
          </>
        )
      }
    </Show>
  );
}

const nothing = { cluster: '', subcluster: '', genomeLength: null, record: {} };

function UnknownPhage({ site, name }: { site: Site; name: string }) {
  return (
    <NoPage site={site} title={name} description="No such phage.">
      This site has no phage of this name. <a href={linkTo('search', name)}>Search for it</a>, or
      see <a href={linkTo('phages')}>all phages</a>.
    </NoPage>
  );
}

interface FoundProps extends Omit<PageProps, 'name'> {
  readonly phage: Phage & { readonly mayHaveGenes: boolean };
  readonly asked: string;
}

function Found({ site, phage, query, asked }: FoundProps) {
  const { name, cluster, subcluster } = phage;
  const place = subcluster || cluster;
  const textIn = (field: string, inner?: string) => {
    const value = site.field(phage.record, field);
    return textOf(inner === undefined ? value : site.field(value, inner));
  };
  const brief = briefOfPhage(textIn, formatCount);
  const hasGenes = site.views.includes('genesbyphage');
  const ofGenes = hasGenes && phage.mayHaveGenes ? [addresses.genesOf(name)] : [];
  const below = (
    <>
      <section>
        <h2>About this phage</h2>
        <PhageFields site={site} record={phage.record} />
      </section>
      <PhageChanges site={site} name={name} />
    </>
  );
  const address = site.addressOf('phages', name) ?? `${site.baseUrl}/${linkTo('phage', name)}`;
  return (
    <>
      <PageHead
        site={site}
        title={name}
        description={describePhage(name, place, brief)}
        files={[addresses.phage(name), ...ofGenes]}
        address={address}
        linkedData={phageTaxon({ name, cluster, url: address }, textIn)}
      >
        <p class="lead">
          {place === '' ? (
            'In no cluster'
          ) : (
            <a href={linkTo('cluster', place)}>
              {place === 'Singleton' ? 'A singleton' : `Cluster ${place}`}
            </a>
          )}
          {brief.map((one) => ` · ${one}`)} ·{' '}
          <a href={linkTo('compare', '', { with: [name] })}>compare with other phages</a>
        </p>
        {asked !== name && (
          <p class="note">
            {plainText(name)} is also known as <bdi>{plainText(asked)}</bdi>, by which it was asked
            for.
          </p>
        )}
      </PageHead>
      {hasGenes ? (
        <Genome site={site} phage={phage} query={query}>
          {below}
        </Genome>
      ) : (
        <>
          <p class="note">
            This site was built without the genes of single phages, so there is no map.
          </p>
          {below}
        </>
      )}
    </>
  );
}
