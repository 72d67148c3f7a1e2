/** PhagesDB's names for the fields that have a neutral name here, at any depth of a record. */
export const phagesdbNames = {
  is_grouped: 'is_phamerated',
  qced_archive_file: 'qced_genbank_file',
  qced_archive_file_date: 'qced_genbank_file_date',
  in_archive: 'in_genbank',
  archive_accession: 'genbank_accession',
  reference_accession: 'refseq_accession',
  species_encyclopedia: 'species_wiki',
  genus_encyclopedia: 'genus_wiki',
} as const;
