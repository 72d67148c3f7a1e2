/** Bulk files of the tiny site, with names that a server may stumble over. */

/** By their path; what is in them is nothing that a server looks at. */
export const tinyBulk: Readonly<Record<string, string>> = {
  'bulk/index.json': '{"files":[]}\n',
  'bulk/genes.ndjson.gz': 'bytes that came compressed, and stay so for whoever asks for them',
  'bulk/proteins.faa.gz': 'others that came compressed',
  'bulk/genes.gff3.gz.tbi': 'an index, whose type is that of its last ending',
  'bulk/genes.parquet': 'PAR1 a table whose end is read first PAR1',
  'bulk/phages/Trixie.faa': `>Trixie_CDS_1\n${'MKV'.repeat(600)}\n`,
  'bulk/phages/Trixie.gff3': '##gff-version 3\n',
  'bulk/phages/100%.faa': '>100%\n',
  'bulk/phages/Mr Spaced.gff3': '##gff-version 3\n# Mr Spaced\n',
  'bulk/phages/Éclair.faa': '>Éclair\n',
  'bulk/phages/it\'s "one" + {two} $x; #3?.faa': '>odd\n',
  'bulk/phages/_.hidden.gz.faa': '>hidden\n',
  'bulk/phages/.dot.json.gff3': '# dot\n',
  'bulk/genomes.fa.gz.fai': 'Trixie\t4\t8\t4\t5\n',
  'bulk/genomes.fa.gz.gzi': 'eight bytes, and so on',
  'media/fastas/Trixie.fasta': `>Trixie\n${'ACGT'.repeat(600)}\n`,
  'media/fastas/100%.fasta': '>100%25\nACGT\n',
  'media/fastas/.dot.json.fasta': '>dot\nACGT\n',
  'media/genbank/Mr Spaced.gbk': 'LOCUS       Mr_Spaced\n//\n',
  'media/genbank/_.hidden.gz.gbk': 'LOCUS       hidden\n//\n',
  'media/gff3/Éclair.gff3': '##gff-version 3\n',
  'media/gff3/it\'s "one" + {two} $x; #3?.gff3': '##gff-version 3\n# odd\n',
};
