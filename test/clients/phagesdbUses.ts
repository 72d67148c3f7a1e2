/**
 * What public programs ask of PhagesDB and take from its answers, as facts: addresses as they write them, with names
 * of the collection beside this file, and what breaks them where it is missing.
 */
import {
  answersAtOnce,
  type Asked,
  columnAt,
  countsByPageSize,
  countsUntil404,
  countsWhileNext,
  fetches,
  fewMembers,
  finds,
  firstMember,
  hasColumn,
  hasRow,
  headers,
  holdsAll,
  holdsAtMost,
  isFasta,
  isNull,
  lastColumn,
  needing,
  reads,
  says,
  status,
  toScriptsElsewhere,
  unmet,
  type Use,
  walksNext,
  webPage,
} from './expectations.ts';
import type { Program } from './programs.ts';

function asked(
  ask: string,
  by: readonly Program[],
  uses: readonly Use[],
  { method = 'GET', sent = {} }: { method?: string; sent?: Record<string, string> } = {},
): Asked {
  return { ask, by, uses, method, headers: sent };
}

const fasta = /^>/;
/** Of a generated client and of scripts copied from the service's own page. */
const asScripts = { accept: 'application/json', 'X-CSRFToken': 'x' };

const onePhage: readonly Asked[] = [
  asked(
    '/api/phages/Alpha/?format=json',
    ['databaseKeeper', 'databaseScripts'],
    [
      says('phage_name', 'Alpha'),
      reads('pcluster.cluster', 'text'),
      reads('psubcluster.subcluster', 'text'),
      reads('isolation_host.genus', 'text'),
      says('genbank_accession', 'AB123456'),
      reads('fasta_file', 'an address'),
      fetches('fasta_file', fasta),
      reads('qced_genbank_file', 'an address'),
      finds(/"qced_genbank_file_date":"\d{4}-\d\d-\d\dT/),
    ],
  ),
  asked(
    '/api/phages/Carol/?format=json',
    ['databaseKeeper', 'databaseScripts'],
    [
      says('pcluster.cluster', 'Singleton'),
      isNull('psubcluster'),
      says('genbank_accession', ''),
      isNull('qced_genbank_file'),
      isNull('qced_genbank_file_date'),
    ],
  ),
  asked('/api/phages/Unplaced/?format=json', ['databaseKeeper'], [isNull('pcluster')]),
  asked('/api/phages/Delta/?format=json', ['databaseScripts'], [isNull('fasta_file')]),
  asked('/api/phages/Nobody/?format=json', ['databaseKeeper', 'databaseScripts'], [status(404)]),
  asked(
    '/api/phages/Alpha',
    ['primerSite', 'javaPrimers', 'placeTable'],
    [
      status(200),
      says('phage_name', 'Alpha'),
      reads('pcluster.temperate', 'true or false'),
      reads('pcluster.cluster', 'text'),
      reads('psubcluster.subcluster', 'text'),
      reads('morphotype', 'text'),
      reads('isolation_host.genus', 'text'),
      reads('isolation_host.species', 'text'),
      reads('genome_length', 'integer'),
      reads('is_annotated', 'true or false'),
      reads('is_phamerated', 'true or false'),
      reads('gcpercent', 'decimal text'),
      fetches('fasta_file', fasta),
      ...unmet('redirects', answersAtOnce),
    ],
  ),
  asked(
    '/api/phages/Alpha/',
    ['notebookGenomes', 'placeTable', 'placeMap', 'clusterHeaders', 'generatedClient'],
    [
      finds(/"phage_name":"Alpha"[,}]/),
      finds(/"cluster":"(.*?)"[,}]/),
      finds(/"subcluster":"(.*?)"[,}]/),
      finds(/"found_city":(.*?)[,}]/),
      finds(/"found_state":(.*?)[,}]/),
      finds(/"found_country":(.*?)[,}]/),
      finds(/"found_GPS_lat":.*?"[\d.]+ [NS]"/),
      finds(/"found_GPS_long":.*?"[\d.]+ [EW]"/),
      reads('found_GPS_lat', 'degrees and a letter'),
      reads('found_GPS_long', 'degrees and a letter'),
    ],
  ),
  asked('/api/phages/Nobody', ['primerSite', 'placeTable'], [status(404), fewMembers]),
  asked('/api/phages/alpha', ['primerSite'], [says('phage_name', 'Alpha')]),
  asked('/api/phages/ALPHA', ['primerSite'], needing('phage-aliases', says('phage_name', 'Alpha'))),
  asked('/api/phages/Bravo_Draft', ['primerSite'], [says('phage_name', 'Bravo')]),
  asked('/api/phages/Elder/', ['placeTable', 'clusterHeaders'], [says('phage_name', 'Alpha')]),
];

const phageLists: readonly Asked[] = [
  asked(
    '/api/phages/?page=1',
    ['genomeCrawler', 'notebookGenomes'],
    [
      countsUntil404,
      reads('results[].phage_name', 'text'),
      reads('results[].genbank_accession', 'text'),
      reads('results[].isolation_host.genus', 'text'),
      reads('results[].isolation_host.species', 'text'),
      reads('results[].isolation_host.strain_name', 'text'),
      reads('results[].fasta_file?', 'an address'),
      fetches('results[].fasta_file?', fasta),
    ],
  ),
  asked(
    '/api/phages/',
    ['temperatureTable', 'pictureFiles', 'notebookGenomes'],
    [
      walksNext,
      reads('results[].phage_name', 'text'),
      reads('results[].genbank_accession', 'text'),
      reads('results[].morphotype', 'text'),
      reads('results[].found_city', 'text'),
      reads('results[].found_country', 'text'),
      reads('results[].isolation_temperature', 'anything'),
      reads('results[].genome_length', 'integer'),
      reads('results[].em_file', 'an address'),
      reads('results[].plaque_file?', 'an address'),
    ],
  ),
  asked(
    '/api/phages/?page_size=500&format=json',
    ['hostPredictor'],
    [
      walksNext,
      ...needing('page-sizes', holdsAll),
      reads('results[].phage_name', 'text'),
      reads('results[].isolation_host?.genus', 'text'),
      reads('results[].isolation_host?.species', 'text'),
      reads('results[].genbank_accession', 'text'),
      reads('results[].fasta_file?', 'an address'),
      reads('results[].genome_length', 'integer'),
    ],
  ),
  asked(
    '/api/phages/?page=1&page_size=500',
    ['provenanceAudit'],
    [
      countsWhileNext,
      reads('results[].phage_name', 'text'),
      reads('results[].genbank_accession', 'text'),
      reads('results[].refseq_accession', 'text'),
      reads('results[].isolation_host.strain_name', 'text'),
      reads('results[].isolation_host.genbank_accession', 'text'),
      reads('results[].verified_hosts', 'list'),
      reads('results[].verified_hosts[]', 'an address'),
      reads('results[].verified_non_hosts', 'list'),
      reads('results[].discovery_notes', 'text'),
    ],
  ),
  asked(
    '/api/phages/?page=2&page_size=100',
    ['notebookGenomes', 'generatedClient'],
    [
      status(200),
      reads('results[].phage_name', 'text'),
      isNull('next'),
      reads('previous', 'an address'),
    ],
    { sent: asScripts },
  ),
  asked('/api/phages/?page=9', ['genomeCrawler'], [status(404)]),
  asked(
    '/api/sequenced_phages/?page=1&page_size=100000',
    ['databaseKeeper', 'databaseScripts'],
    [
      holdsAll,
      reads('results[].phage_name', 'text'),
      reads('results[].pcluster?.cluster', 'text'),
      reads('results[].psubcluster?.subcluster', 'text'),
      reads('results[].isolation_host.genus', 'text'),
      reads('results[].genbank_accession', 'text'),
      reads('results[].fasta_file?', 'an address'),
      reads('results[].qced_genbank_file?', 'an address'),
      reads('results[].qced_genbank_file_date?', 'text'),
    ],
  ),
  asked('/api/sequenced_phages/?page=1&page_size=7500', ['databaseKeeper'], [holdsAll]),
  asked(
    '/api/sequenced_phages/?page=1&page_size=10000',
    ['notebookGenomes'],
    [
      holdsAll,
      reads('count', 'integer'),
      reads('results[].genome_length', 'integer'),
      reads('results[].fasta_file?', 'an address'),
      fetches('results[].fasta_file?', fasta),
    ],
  ),
  asked(
    '/api/sequenced_phages/?page=1&page_size=5',
    ['proteinAnnotator'],
    [
      status(200),
      reads('results[].in_genbank', 'true or false'),
      reads('results[].phage_name', 'text'),
      ...unmet('wholeViews', holdsAtMost(5)),
    ],
  ),
  asked(
    '/api/sequenced_phages/',
    ['goPrimers', 'generatedClient'],
    [
      walksNext,
      finds(/^[^[]*"next":(null|"[^"]*"),/),
      finds(/"phage_name":".*?".*?"cluster":".*?"psubcluster":.*?"genus":".*?".*?"fasta_file":"/),
      ...unmet('formerShape', finds(/"cluster":"[^"]*"\}/, 'cluster is all that pcluster holds')),
    ],
  ),
  asked(
    '/api/temperate_phages/',
    ['plaquePictures', 'generatedClient'],
    [reads('results[].plaque_thumb_file?', 'an address'), toScriptsElsewhere],
    { sent: asScripts },
  ),
  asked(
    '/api/lytic_phages/',
    ['plaquePictures', 'generatedClient'],
    [status(200), reads('results[].plaque_thumb_file', 'anything')],
    { sent: asScripts },
  ),
  asked('/api/genbankupdated/2020/1/31/', ['generatedClient'], unmet('dates', status(200))),
];

const clusters: readonly Asked[] = [
  asked(
    '/api/clusters/',
    ['databaseKeeper', 'generatedClient'],
    [
      reads('[].cluster', 'text'),
      says('[].cluster', 'Singleton'),
      reads('[].subclusters_set', 'list'),
      reads('[].subclusters_set[]', 'text'),
    ],
  ),
  asked('/api/clusters/F', ['javaPrimers', 'generatedClient'], [says('cluster', 'F')]),
  asked(
    '/api/clusters/F/phagelist/',
    ['clusterCommand', 'javaPrimers', 'generatedClient'],
    [
      walksNext,
      holdsAll,
      reads('results[].phage_name', 'text'),
      reads('results[].genbank_accession', 'text'),
      reads('results[].gcpercent', 'decimal text'),
      reads('results[].num_tRNAs', 'integer'),
      reads('results[].fasta_file?', 'an address'),
    ],
  ),
  asked('/api/clusters/ZZ/phagelist/', ['clusterCommand'], [status(404)]),
  asked(
    '/api/subclusters/?format=json',
    ['subclusterSets', 'generatedClient'],
    [reads('[].subcluster', 'text'), reads('[].phage_set', 'list')],
  ),
  asked('/api/subclusters/F1', ['javaPrimers', 'generatedClient'], [says('subcluster', 'F1')]),
  asked(
    '/api/subclusters/F1/phagelist/',
    ['lengthSheets', 'javaPrimers', 'generatedClient'],
    [
      walksNext,
      finds(/phage_name":"[^"]+",/),
      finds(/genome_length":\d+,/),
      reads('results[].phage_name', 'text'),
    ],
  ),
];

const hosts: readonly Asked[] = [
  asked(
    '/api/host_genera/',
    ['databaseKeeper', 'rustGenera', 'generatedClient'],
    [reads('[].genus_name', 'text'), reads('[].id', 'a number of one byte')],
  ),
  asked(
    '/api/host_genera/1/phagelist/?page=1',
    ['rustGenera', 'nodeGenera'],
    [
      walksNext,
      countsWhileNext,
      toScriptsElsewhere,
      reads('count', 'integer'),
      reads('results[].phage_name', 'text'),
      reads('results[].old_names', 'text'),
      reads('results[].fasta_file?', 'an address'),
      reads('results[].end_type', 'text'),
      reads('results[].isolation_host.genus', 'text'),
      reads('results[].pcluster?.cluster', 'text'),
      reads('results[].psubcluster?.subcluster', 'text'),
      firstMember('results[].isolation_host', 'genus'),
      firstMember('results[].pcluster?', 'cluster'),
      firstMember('results[].psubcluster?', 'subcluster'),
      fetches('results[].fasta_file?', fasta),
    ],
  ),
  asked(
    '/api/host_genera/1/phagelist/?page=1&count=1000',
    ['rustGenera'],
    [isNull('next'), holdsAll],
  ),
  asked(
    '/api/host_species',
    ['institutionSearch'],
    [reads('[].genus', 'text'), reads('[].species_name', 'text'), reads('[].id', 'integer')],
    { sent: asScripts },
  ),
  asked(
    '/api/host_species/2/phagelist/?page=1&page_size=3000',
    ['institutionSearch', 'generatedClient'],
    [
      holdsAll,
      reads('count', 'integer'),
      reads('results[].phage_name', 'text'),
      reads('results[].p_institution?.institution_code', 'text'),
      reads('results[].p_institution?.institution_name', 'text'),
    ],
    { sent: asScripts },
  ),
  asked(
    '/api/host_strains/',
    ['provenanceAudit', 'generatedClient'],
    [reads('[].genus', 'text'), reads('[].species', 'text'), reads('[].strain_name', 'text')],
  ),
  asked(
    '/api/host_strains/101/',
    ['provenanceAudit', 'generatedClient'],
    unmet(
      'strainNumbers',
      reads('genus', 'text'),
      reads('species', 'text'),
      reads('strain_name', 'text'),
    ),
  ),
  asked(
    '/api/host_strains/2/phagelist/?page=7&page_size=150',
    ['strainStatus'],
    unmet(
      'strainNumbers',
      reads('results[].phage_name', 'text'),
      reads('results[].seq_finished', 'true or false'),
    ),
  ),
  asked(
    '/api/host_strains/Mycobacterium%20smegmatis%20mc%C2%B2155/phagelist/?page=2&page_size=50',
    ['strainStatus'],
    unmet('wholeViews', status(200)),
  ),
  asked(
    '/api/institutions/',
    ['institutionSearch', 'generatedClient'],
    [reads('[].institution_code', 'text'), reads('[].institution_name', 'text')],
  ),
  asked('/api/institutions/EXU/', ['generatedClient'], [says('institution_code', 'EXU')]),
];

const genes: readonly Asked[] = [
  asked(
    '/api/genes/?page=1&page_size=1000',
    ['primerSite'],
    [
      reads('count', 'integer'),
      ...needing('page-sizes', countsByPageSize),
      reads('results[].GeneID', 'a name and a number with _ between'),
      reads('results[].PhageID.Name', 'text'),
      reads('results[].Notes', 'text'),
      reads('results[].Orientation', 'F or R'),
      reads('results[].Start', 'integer'),
      reads('results[].Stop', 'integer'),
      ...unmet(
        'formerShape',
        reads('results[].phams[]', 'text'),
        reads('results[].translation', 'text'),
      ),
    ],
  ),
  asked(
    '/api/genes/?page=1&page_size=371279',
    ['geneToFasta'],
    [
      ...needing('page-sizes', holdsAll),
      reads('results[].GeneID', 'text'),
      ...unmet(
        'formerShape',
        reads('results[].translation', 'text'),
        reads('results[].Notes', 'bytes as Python shows them'),
      ),
    ],
  ),
  asked('/api/genes/', ['generatedClient', 'classroomProxy'], [walksNext, status(200)]),
  asked(
    '/api/genes/Alpha_CDS_1/',
    ['generatedClient', 'classroomProxy'],
    [says('GeneID', 'Alpha_CDS_1')],
  ),
  asked(
    '/api/genesbyphage/Alpha/',
    ['clusterCommand', 'functionLearner', 'primerSite', 'functionCounter', 'lengthSheets'],
    [
      holdsAll,
      reads('results[].GeneID', 'a name and a number with _ between'),
      reads('results[].PhageID.PhageID', 'text'),
      reads('results[].Start', 'integer'),
      reads('results[].Stop', 'integer'),
      reads('results[].Translation', 'text'),
      reads('results[].Orientation', 'F or R'),
      reads('results[].Name', 'a number in text'),
      reads('results[].Notes', 'text'),
      says('results[].Notes', 'holin'),
      ...unmet(
        'formerShape',
        reads('results[].translation', 'text'),
        reads('results[].phams[]', 'text'),
        reads('results[].Notes', 'bytes as Python shows them'),
        finds(/"phams":\["\d+"\]/, 'in its text, the number of a family in quotes'),
      ),
    ],
  ),
  asked(
    '/api/genesbyphage/Alpha',
    ['genomeCrawler', 'codonStudy'],
    [
      status(200),
      reads('results[].GeneID', 'text'),
      reads('results[].PhageID.Accession', 'text'),
      reads('results[].Start', 'integer'),
      reads('results[].Stop', 'integer'),
      reads('results[].Orientation', 'F or R'),
      reads('results[].Notes', 'text'),
      ...unmet('formerShape', reads('results[].translation', 'text')),
    ],
  ),
  asked(
    '/api/genesbyphage/Alpha/?page=1&page_size=500',
    ['proteinAnnotator'],
    [holdsAll, reads('results[].Notes', 'text'), reads('results[].Translation', 'text')],
  ),
  asked('/api/genesbyphage/Nobody', ['genomeCrawler'], [status(404)]),
  asked('/api/genesbyphage/alpha/', ['primerSite'], [says('results[].GeneID', 'Alpha_CDS_1')]),
  asked(
    '/api/pham_phages/',
    ['generatedClient'],
    unmet('phamerator', reads('results[].Name', 'text'), reads('count', 'integer')),
  ),
  asked('/api/pham_phages/Alpha/', ['generatedClient'], unmet('phamerator', status(200))),
];

const others: readonly Asked[] = [
  asked('/api/publications/', ['generatedClient'], unmet('publications', status(200))),
  asked('/api/publications/1/', ['generatedClient'], unmet('publications', status(200))),
  asked('/api/schema/', ['generatedClient'], unmet('schema', status(200))),
  asked(
    '/data/unphameratedlist',
    ['databaseKeeper', 'databaseScripts'],
    unmet('workLists', status(200)),
  ),
  asked('/phages/Alpha/', ['phageReport', 'nodeGenera'], [webPage]),
  asked('/phams/512/', ['phageReport'], unmet('pages', webPage)),
  asked('/blast/results/blast.cgi', ['javaPrimers'], unmet('searches', status(200)), {
    method: 'POST',
  }),
];

const files: readonly Asked[] = [
  asked(
    '/data/?set=seq&type=full',
    ['referencePanel', 'functionLearner', 'javaPhageList', 'goPrimers', 'codonStudy'],
    needing(
      'tables',
      columnAt(0, 'the name of the phage', /^\w+$/),
      columnAt(1, 'its host', /^Mycobacterium smegmatis mc²155$/),
      columnAt(2, 'its cluster', /^(?:F|K|Singleton|None)$/),
      columnAt(3, 'its subcluster', /^(?:F1|K3|None)$/),
      hasColumn('Phage Name'),
      hasColumn('Host'),
      hasColumn('Cluster'),
      hasColumn('Subcluster'),
      hasColumn('Temperate?'),
      hasColumn('Morphotype'),
      hasColumn('Genome Length(bp)'),
      hasColumn('GC%'),
      hasColumn('Phamerated?'),
      hasColumn('Annotation Status'),
      hasColumn('Accession #'),
      hasRow('of a phage in no subcluster', /^Carol\t[^\t]+\tSingleton\tNone\t/),
    ),
  ),
  asked('/data/?set=seq&type=full', ['referencePanel'], needing('tables', status(200)), {
    method: 'HEAD',
  }),
  asked(
    '/data/?set=seq&type=simple',
    ['familySelection', 'goPrimers', 'fastaByName'],
    needing(
      'tables',
      hasColumn('Phage Name'),
      hasColumn('Cluster'),
      hasColumn('Subcluster'),
      columnAt(0, 'the name of the phage', /^\w+$/),
      columnAt(1, 'its cluster', /^(?:F|K|Singleton|None)$/),
      hasRow('of a phage in no subcluster', /^Bravo\tK\tNone$/),
    ),
  ),
  asked(
    '/phams/genelist/512/',
    ['familySelection'],
    needing(
      'tables',
      columnAt(0, 'the name of the phage', /^\w+$/),
      hasColumn('Locus Tag'),
      hasColumn('Start'),
      hasColumn('Stop'),
    ),
  ),
  asked(
    '/phams/genelist/513',
    ['familyDatabase'],
    needing('tables', lastColumn('the product', /^$/), hasRow('without a locus tag', /\tNone\t/)),
  ),
  asked(
    '/media/Actinobacteriophages-All.fasta',
    ['familySelection', 'functionLearner', 'referencePanel', 'databaseSetup'],
    [
      isFasta,
      headers('the name of the phage', /\b(?:Alpha|Bravo|Carol|Lytic|More\d{3})\b/),
      headers('the genus of the host first', /^>Mycobacterium /),
      headers(
        'the name of the phage as the third word',
        /^>\S+ phage (?:Alpha|Bravo|Carol|Lytic|More\d{3}),? /,
      ),
    ],
  ),
  asked('/media/Mycobacteriophages-All.fasta', ['goPrimers'], unmet('oneName', status(200))),
  asked(
    '/media/fastas/Alpha.fasta',
    ['fastaByName', 'javaPhageList', 'primerSite', 'databaseKeeper'],
    [status(200), isFasta, headers('the name of the phage', /\bAlpha\b/)],
  ),
  asked('/media/fastas/Nobody.fasta', ['fastaByName', 'primerSite'], [status(404)]),
  asked('/media/fastas/ALPHA.fasta', ['javaPhageList'], needing('genome-aliases', status(200))),
];

export const phagesdbUses: readonly Asked[] = [
  ...onePhage,
  ...phageLists,
  ...clusters,
  ...hosts,
  ...genes,
  ...files,
  ...others,
];
