/** Annotation files with what real ones have: parts, strands, partial ends, quotes, broken lines, several entries. */

const bases = 'atggcacgtacgttagcatgcatgcatgcaacgtgtaaacgtttacgatcgatcgtagct';

function origin(): string {
  const groups = bases.match(/.{10}/g) ?? [];
  return `        1 ${groups.join(' ')}`;
}

const entry = (name: string, topology: string, features: string) =>
  `LOCUS       ${name.padEnd(16)} ${String(bases.length).padStart(11)} bp    DNA     ${topology.padEnd(8)} PHG 01-JAN-2026
DEFINITION  Made phage ${name}.
ACCESSION   ${name}
VERSION     ${name}.1
KEYWORDS    .
SOURCE      Made phage
  ORGANISM  Made phage
            Viruses.
FEATURES             Location/Qualifiers
${features}ORIGIN
${origin()}
//
`;

export const genbankText =
  entry(
    'MADE01',
    'circular',
    `     source          1..60
                     /organism="Made phage one"
                     /lat_lon="37.32 N 77.45 W"
     gene            1..9
                     /locus_tag="M_1"
     CDS             1..9
                     /locus_tag="M_1"
                     /note="says ""quoted"" things; over
                     two lines"
                     /codon_start=1
                     /transl_table=11
                     /translation="MA
                     R"
     CDS             complement(join(4..12,20..31))
                     /db_xref="one"
                     /db_xref="two"
                     /pseudo
     CDS             join(55..60,1..3)
                     /ribosomal_slippage
                     /product="through the origin"
     CDS             <10..>21
                     /inference="similar to AA
                     sequence: a"
                     /translation="MAV
                     "
     misc_feature    order(5..6,
                     8..9)
                     /note=""
     tRNA            complement(33..40)
                     /anticodon=(pos:36..38,aa:Met,
                     seq:cat)
`,
  ) + entry('MADE02', 'linear', '     CDS             7\n                     /gene="x"\n');

const rows = [
  ['CDS', 1, 9, '+', '0', 'ID=c1;product=plain'],
  ['CDS', 4, 12, '-', '0', 'ID=c2;note=a%3Bb%3Dc;Dbxref=x:1,y:2'],
  ['tRNA', 33, 40, '-', '.', 'ID=t1;product=tRNA-Met(AUG);anticodon=(pos:36..38,aa:Met)'],
  ['tmRNA', 41, 50, '.', '.', 'ID=m1;tag_peptide=1..9'],
];

export const gff3Text = `##gff-version 3
##sequence-region MADE01 1 60
${rows.map(([type, start, end, strand, phase, attributes]) => ['MADE01', 'made', type, start, end, '.', strand, phase, attributes].join('\t')).join('\n')}
##FASTA
>MADE01 a made phage
${bases.toUpperCase()}
`;

/** As PHANOTATE writes it: neither topology nor date, nothing that names the phage but LOCUS, no translations. */
export const phanotateText = `LOCUS       NC_001416.1        60 bp    DNA             PHG
DEFINITION  NC_001416.1
FEATURES             Location/Qualifiers
     source          1..60
     CDS             <1..15
                     /note="score:-1.827981E+01"
     CDS             complement(4..12)
     CDS             complement(40..>60)
     tRNA            33..40
ORIGIN
${origin()}
//
`;

const prokkaName = 'gnl|Prokka|MADE_1';
const tag = 'MADE_00001';
const prokkaRows = [
  ['prokka', 'gene', '.', `ID=${tag}_gene;locus_tag=${tag}`],
  ['prokka', 'mRNA', '.', `ID=${tag}_mRNA;locus_tag=${tag}`],
  [
    'Prodigal:002006',
    'CDS',
    '0',
    `ID=${tag};Parent=${tag}_gene,${tag}_mRNA;inference=ab initio prediction:Prodigal:002006;locus_tag=${tag};product=hypothetical protein;protein_id=gnl|Prokka|${tag}`,
  ],
];

/** As Prokka writes it with `--compliant`: a name of a sequence with bars, and genes with their transcripts. */
export const prokkaText = `##gff-version 3
##sequence-region ${prokkaName} 1 60
${prokkaRows.map(([source, type, phase, attributes]) => [prokkaName, source, type, 1, 15, '.', '+', phase, attributes].join('\t')).join('\n')}
##FASTA
>${prokkaName}
${bases.toUpperCase()}
`;
