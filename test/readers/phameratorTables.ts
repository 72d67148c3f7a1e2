/** Tables of Phamerator databases as their schema versions name the columns, filled with odd values. */

const text = 'varchar(50) CHARACTER SET latin1 DEFAULT NULL';
const odd = "it''s 5\\\" \\\\ \\n\\t\\0 é ),(1,''x";

interface Version {
  readonly phage: string;
  readonly gene: string;
  readonly families: string;
  readonly rnas: string;
  readonly version: string;
  /** Expressions for what the records hold, where columns have other names. */
  readonly as: Readonly<
    Record<'host' | 'length' | 'cluster' | 'subcluster' | 'translation' | 'status', string>
  >;
  /** The family of a gene `g`. */
  readonly family: string;
  /** The colours of families by number. */
  readonly colors: string;
}

const geneStart =
  'GeneID varchar(35) NOT NULL PRIMARY KEY, PhageID varchar(25), Start mediumint, Stop mediumint, Length mediumint, Name varchar(50)';
const oldFamilies = (name: string, color: string) =>
  `CREATE TABLE pham (GeneID varchar(35) PRIMARY KEY, ${name} int unsigned);
   CREATE TABLE pham_color (id int unsigned AUTO_INCREMENT PRIMARY KEY, ${name} int unsigned, ${color} char(7));`;
const newRnas = `CREATE TABLE tmrna (GeneID varchar(35) PRIMARY KEY, PhageID varchar(25), Start mediumint, Stop mediumint, Length mediumint, Name varchar(50), Orientation enum('F','R'), Note blob, LocusTag varchar(35), PeptideTag varchar(50));
   CREATE TABLE trna (GeneID varchar(35) PRIMARY KEY, PhageID varchar(25), Start mediumint, Stop mediumint, Length mediumint, Name varchar(50), Orientation enum('F','R'), Note blob, LocusTag varchar(35), AminoAcid ${text}, Anticodon varchar(4), Structure blob, Source ${text});`;
const newPhage = `PhageID varchar(25) PRIMARY KEY, Accession varchar(15), Name varchar(50), HostGenus ${text}, Sequence mediumblob, Length mediumint, DateLastModified datetime, Notes blob, GC float, Status enum('unknown','draft','final'), RetrieveRecord tinyint, AnnotationAuthor tinyint, Cluster varchar(5), Subcluster varchar(5)`;
const named = {
  host: 'HostGenus',
  length: 'Length',
  cluster: 'Cluster',
  subcluster: 'Subcluster',
  translation: 'Translation',
  status: 'Status',
};

export const schemaVersions: Readonly<Record<string, Version>> = {
  '0': {
    phage: `PhageID varchar(25) PRIMARY KEY, Accession varchar(15), Name varchar(50), Isolated ${text}, HostStrain ${text}, Sequence mediumblob, SequenceLength mediumint, Prophage enum('yes','no'), ProphageOffset int, DateLastModified datetime, DateLastSearched datetime, Notes blob, GC float, Cluster varchar(5), status varchar(5)`,
    gene: `${geneStart}, TypeID varchar(10), translation varchar(4000), StartCodon enum('ATG','GTG','TTG'), StopCodon enum('TAA','TAG','TGA'), Orientation enum('F','R'), GC1 float, LeftNeighbor ${text}, RightNeighbor ${text}, Notes blob, id int unsigned AUTO_INCREMENT UNIQUE, blast_status enum('avail','done')`,
    families: oldFamilies('name', 'color'),
    rnas: '',
    version: '',
    as: {
      ...named,
      host: 'HostStrain',
      length: 'SequenceLength',
      cluster: "REGEXP_REPLACE(Cluster, '[0-9]+$', '')",
      subcluster: "IF(Cluster REGEXP '[0-9]$', Cluster, NULL)",
    },
    family: '(SELECT name FROM pham WHERE pham.GeneID = g.GeneID)',
    colors: 'SELECT name, color FROM pham_color',
  },
  '6': {
    phage: `PhageID varchar(25) PRIMARY KEY, Accession varchar(15), Name varchar(50), HostStrain ${text}, Sequence mediumblob, SequenceLength mediumint, DateLastModified datetime, Notes blob, GC float, Cluster varchar(5), Status enum('unknown','draft','final'), RetrieveRecord tinyint, AnnotationAuthor tinyint, Cluster2 varchar(5), Subcluster2 varchar(5)`,
    gene: `${geneStart}, Translation varchar(5000), Orientation enum('F','R'), Notes blob, ID int unsigned AUTO_INCREMENT UNIQUE, DomainStatus tinyint, LocusTag varchar(50)`,
    families: oldFamilies('Name', 'Color'),
    rnas: `CREATE TABLE tmrna (PhageID varchar(25), TmrnaID varchar(35) PRIMARY KEY, LocusTag varchar(35), Start mediumint, Stop mediumint, Orientation enum('F','R'), Note blob, PeptideTag varchar(50));
     CREATE TABLE trna (PhageID varchar(25), TrnaID varchar(35) PRIMARY KEY, LocusTag varchar(35), Start mediumint, Stop mediumint, Length mediumint, Orientation enum('F','R'), Sequence varchar(100), Product blob, Note blob, AminoAcid ${text}, Anticodon varchar(4), InfernalScore decimal(4,2));`,
    version: 'CREATE TABLE version (Version int, SchemaVersion int);',
    as: {
      ...named,
      host: 'HostStrain',
      length: 'SequenceLength',
      cluster: 'Cluster2',
      subcluster: 'Subcluster2',
    },
    family: '(SELECT Name FROM pham WHERE pham.GeneID = g.GeneID)',
    colors: 'SELECT Name, Color FROM pham_color',
  },
  '10': {
    phage: newPhage,
    gene: `${geneStart}, Translation blob, Orientation enum('F','R'), Notes blob, DomainStatus tinyint, LocusTag varchar(50), Parts tinyint, PhamID int unsigned`,
    families: 'CREATE TABLE pham (PhamID int unsigned PRIMARY KEY, Color char(7));',
    rnas: newRnas,
    version: 'CREATE TABLE version (Version int, SchemaVersion int);',
    as: named,
    family: 'g.PhamID',
    colors: 'SELECT PhamID, Color FROM pham',
  },
  '11': {
    phage: newPhage,
    gene: `${geneStart}, Translation blob, Orientation enum('F','R'), Notes blob, DomainStatus tinyint, MembraneStatus tinyint, LocusTag varchar(50), Parts tinyint, PhamID int unsigned`,
    families: `CREATE TABLE pham (PhamID int unsigned PRIMARY KEY, Color char(7));
      CREATE TABLE gene_transmembrane (ID int, GeneID varchar(35), Start int, Stop int);
      INSERT INTO gene_transmembrane VALUES (1,'Odd_CDS_1',2,9);`,
    rnas: newRnas,
    version: 'CREATE TABLE version (Version int, SchemaVersion int);',
    as: named,
    family: 'g.PhamID',
    colors: 'SELECT PhamID, Color FROM pham',
  },
};

/** Statements that make the tables anew and fill them. */
export function fillTables(number: string): string {
  const { phage, gene, families, rnas, version, as, family } = schemaVersions[number]!;
  const isOld = family !== 'g.PhamID';
  const column = (expression: string, instead: string) =>
    /^\w+$/.test(expression) ? expression : instead;
  const phages = (
    id: string,
    name: string,
    cluster: string,
    subcluster: string,
    status: string,
  ) => {
    const both = as.subcluster.includes('(') ? [] : [[as.subcluster, subcluster]];
    const pairs = [
      ['PhageID', `'${id}'`],
      ['Accession', "'MK1'"],
      ['Name', `'${name}'`],
      [as.host, "'Gordonia terrae'"],
      ['Sequence', "REPEAT('ACGTTGCA', 4000)"],
      [as.length, '32000'],
      ['DateLastModified', "'2019-02-03 04:05:06'"],
      ['Notes', `'${odd}'`],
      ['GC', '50.125'],
      [
        column(as.cluster, 'Cluster'),
        both.length === 0 && subcluster !== 'NULL' ? subcluster : cluster,
      ],
      ...both,
      [as.status, `'${status}'`],
    ];
    return `INSERT INTO phage (${pairs.map(([name_]) => name_).join()}) VALUES (${pairs.map(([, value]) => value).join()});`;
  };
  const genes = (id: string, phageId: string, at: number, notes: string, tag: string) =>
    `INSERT INTO gene (GeneID, PhageID, Start, Stop, Length, Name, ${as.translation}, Orientation, Notes${number === '0' ? '' : ', LocusTag'}${isOld ? '' : ', PhamID'})
     VALUES ('${id}', '${phageId}', ${at}, ${at + 90}, 90, '${at}', REPEAT('MA', 15), '${at % 2 === 0 ? 'F' : 'R'}', ${notes}${number === '0' ? '' : `, ${tag}`}${isOld ? '' : `, ${at + 1}`});
     ${isOld ? `INSERT INTO pham VALUES ('${id}', ${at + 1});` : ''}
     INSERT INTO ${isOld ? 'pham_color' : 'pham'} ${isOld ? `(${family.includes('name') ? 'name, color' : 'Name, Color'})` : ''} VALUES (${at + 1}, '#0${at % 10}A0ff');`;
  const rna = number === '6' ? 'TrnaID' : 'GeneID';
  return `
    DROP TABLE IF EXISTS phage, gene, pham, pham_color, trna, tmrna, version, gene_transmembrane;
    CREATE TABLE phage (${phage}) CHARACTER SET latin1;
    CREATE TABLE gene (${gene}) CHARACTER SET latin1;
    ${families} ${rnas} ${version}
    ${version === '' ? '' : `INSERT INTO version VALUES (7, ${number});`}
    ${phages('Odd', 'Odd', "'A'", "'A12'", 'final')}
    ${phages('Lone', 'Lone', 'NULL', 'NULL', 'final')}
    ${phages('Sketch', 'Sketch_Draft', "'B'", 'NULL', 'draft')}
    ${genes('Odd_CDS_1', 'Odd', 0, `'${odd}'`, 'NULL')}
    ${genes('Odd_CDS_2', 'Odd', 101, 'UNHEX("E9")', "'ODD_é'")}
    ${genes('Lone_CDS_1', 'Lone', 202, "''", "''")}
    ${genes('Sketch_CDS_1', 'Sketch', 303, 'NULL', 'NULL')}
    ${
      rnas === ''
        ? ''
        : `INSERT INTO trna (${rna}, PhageID, Start, Stop, Orientation, AminoAcid, Anticodon, Note) VALUES ('t', 'Odd', 400, 470, 'R', 'Trp', 'cca', '${odd}');
      INSERT INTO tmrna (${rna.replace('Trna', 'Tmrna')}, PhageID, Start, Stop, Orientation, Note, PeptideTag) VALUES ('m', 'Odd', 500, 570, 'F', '', 'ANDEN*');`
    }`;
}
