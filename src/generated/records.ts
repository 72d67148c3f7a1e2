// Generated from schemas/ by `npm run generate`; do not edit.

/**
 * A bacterial host: text, such as the address of its record, or an object.
 */
export type VerifiedHost =
  | string
  | {
      [k: string]: unknown;
    };

/**
 * One page of a list of records.
 */
export interface PageEnvelope {
  /**
   * Number of records in the whole list, not on this page.
   */
  count: number;
  /**
   * Address of the page after this one; null on the last page.
   */
  next: string | null;
  /**
   * Address of the page before this one; null on the first page.
   */
  previous: string | null;
  /**
   * The records of this page, in the order of the list.
   */
  results: (FeatureRecord | GeneRecord | PhageRecord)[];
}
/**
 * One feature of one phage genome that codes for no protein, such as a tRNA.
 */
export interface FeatureRecord {
  /**
   * Name of the phage that carries the feature.
   */
  PhageID: string;
  /**
   * What kind of feature it is.
   */
  Type: 'tRNA' | 'tmRNA' | 'rRNA' | 'CRISPR' | 'repeat' | 'other';
  /**
   * Where the feature starts on the genome; 0 is possible.
   */
  Start: number;
  /**
   * Where the feature stops on the genome; before Start, it runs through the origin.
   */
  Stop: number;
  /**
   * Strand of the feature: "F" forward, "R" reverse, null where it lies on neither.
   */
  Orientation: 'F' | 'R' | null;
  /**
   * Label of the feature, such as tRNA-Trp(cca); empty when there is none.
   */
  Name: string;
  /**
   * Annotation; empty when there is none.
   */
  Notes: string;
}
/**
 * One gene of one phage genome, with its phage and its gene family.
 */
export interface GeneRecord {
  /**
   * Identifier of the gene, unique among all genes: the phage name, "_CDS_" and an integer. The integer need not equal Name.
   */
  GeneID: string;
  /**
   * The phage that carries the gene.
   */
  PhageID: PhageSummary;
  /**
   * The family (pham) to which the gene belongs.
   */
  PhamID: Pham;
  /**
   * Where the gene starts on the genome; 0 is possible.
   */
  Start: number;
  /**
   * Where the gene stops on the genome.
   */
  Stop: number;
  /**
   * Length in nucleotides: Stop minus Start, in either orientation.
   */
  Length: number;
  /**
   * Label of the gene within its phage, usually decimal digits. It may differ from the integer in GeneID.
   */
  Name: string;
  /**
   * Protein sequence of the gene in one-letter amino-acid codes.
   */
  Translation: string;
  /**
   * Strand of the gene: "F" forward, "R" reverse.
   */
  Orientation: 'F' | 'R';
  /**
   * Functional annotation; empty when there is none.
   */
  Notes: string;
  /**
   * Locus tag of the gene; null for the genes of some phages.
   */
  LocusTag: string | null;
}
/**
 * The phage of a gene, in brief.
 */
export interface PhageSummary {
  /**
   * Identifier of the phage.
   */
  PhageID: string;
  /**
   * Accession in the sequence archive; empty when the phage has none.
   */
  Accession: string;
  /**
   * Display name of the phage. It can differ from PhageID, for example by the suffix "_Draft" while Accession is empty.
   */
  Name: string;
  /**
   * Genus of the host bacterium.
   */
  HostGenus: string;
  /**
   * Cluster label, in letters.
   */
  Cluster: string;
  /**
   * Subcluster label; null when the phage is in no subcluster.
   */
  Subcluster: string | null;
}
/**
 * A gene family.
 */
export interface Pham {
  /**
   * Identifier of the gene family.
   */
  PhamID: number;
  /**
   * Colour in which the family is drawn, #RRGGBB.
   */
  Color: string;
}
/**
 * One phage: its discovery, place, host, cluster, sequencing, genome and files.
 */
export interface PhageRecord {
  /**
   * Name of the phage, unique among all phages.
   */
  phage_name: string;
  /**
   * Earlier names of the phage; empty when there are none.
   */
  old_names: string;
  /**
   * Education program in which the phage was found; null when there is none.
   */
  program: Program | null;
  /**
   * Notes on how the phage got its name.
   */
  naming_notes: string;
  /**
   * Who found the phage, as free text.
   */
  finder_name: string;
  /**
   * City in which the phage was found; may be empty.
   */
  found_city: string;
  /**
   * State or region in which the phage was found; may be empty.
   */
  found_state: string;
  /**
   * Country in which the phage was found; may be empty.
   */
  found_country: string;
  /**
   * Latitude of the place of discovery: decimal degrees, a space and N or S; may be empty.
   */
  found_GPS_lat: string;
  /**
   * Longitude of the place of discovery: decimal degrees, a space and E or W; may be empty.
   */
  found_GPS_long: string;
  /**
   * Year in which the phage was found.
   */
  found_year: number;
  /**
   * Institution of the finder.
   */
  p_institution: Institution;
  /**
   * Whether or how the sample was enriched; null where nothing is known.
   */
  enriched_sample: null | string | number | boolean;
  /**
   * Notes on the discovery.
   */
  discovery_notes: string;
  /**
   * Temperature of the isolation; null where nothing is known.
   */
  isolation_temperature: null | string | number | boolean;
  /**
   * Notes on growing the phage.
   */
  growth_notes: string;
  /**
   * Cluster to which the phage belongs.
   */
  pcluster: Cluster;
  /**
   * Subcluster to which the phage belongs; null when it is in none.
   */
  psubcluster: Subcluster | null;
  /**
   * Code of the morphology of the virion, such as SIPHO.
   */
  morphotype: string;
  /**
   * Notes on the plaques.
   */
  plaque_notes: string;
  /**
   * Notes on lysogeny.
   */
  lysogeny_notes: string;
  /**
   * Whether sequencing is finished.
   */
  seq_finished: boolean;
  /**
   * Day on which sequencing was finished, YYYY-MM-DD.
   */
  date_finished: string;
  /**
   * Facility that sequenced the genome.
   */
  seq_facility: SequencingFacility;
  /**
   * Method by which the genome was sequenced.
   */
  seq_method: SequencingMethod;
  /**
   * Coverage of the genome by the sequencing; null where nothing is known.
   */
  coverage: null | string | number | boolean;
  /**
   * Finishing reactions of the sequencing; null where nothing is known.
   */
  finishing_reactions: null | string | number | boolean;
  /**
   * Length of the genome in nucleotides.
   */
  genome_length: number;
  /**
   * Share of G and C in the genome, in percent, as a decimal number in text.
   */
  gcpercent: string;
  /**
   * Type of the genome ends, such as 3PRI.
   */
  end_type: string;
  /**
   * Length of the terminal repeat; null where nothing is known.
   */
  repeat_length: null | string | number | boolean;
  /**
   * Notes on the genome ends.
   */
  end_notes: string;
  /**
   * Length of the single-stranded overhang in nucleotides.
   */
  overhang_length: number;
  /**
   * Sequence of the single-stranded overhang in nucleotide letters; may be empty.
   */
  overhang_sequence: string;
  /**
   * Notes on the sequencing.
   */
  sequencing_notes: string;
  /**
   * Notes on duplicates of the phage.
   */
  duplicate_notes: string;
  /**
   * Whether the genome is annotated.
   */
  is_annotated: boolean;
  /**
   * Whether the genes of the phage are assigned to gene families.
   */
  is_grouped: boolean;
  /**
   * Number of open reading frames.
   */
  num_ORFs: number;
  /**
   * Number of tRNA genes.
   */
  num_tRNAs: number;
  /**
   * Number of tmRNA genes.
   */
  num_tmRNAs: number;
  /**
   * Submitted dnam file; null where there is none.
   */
  submitted_dnam_file: null | string | number | boolean;
  /**
   * Submitted minimal dnam file; null where there is none.
   */
  submitted_minimal_dnam_file: null | string | number | boolean;
  /**
   * Submitted list of authors; null where there is none.
   */
  submitted_author_list: null | string | number | boolean;
  /**
   * Submitted cover sheet; null where there is none.
   */
  submitted_cover_sheet: null | string | number | boolean;
  /**
   * When the annotation was submitted; null where it was not.
   */
  submitted_annotation_date: null | string | number | boolean;
  /**
   * Quality-checked file for the sequence archive; null where there is none.
   */
  qced_archive_file: null | string | number | boolean;
  /**
   * When the file for the sequence archive was quality-checked; null where it was not.
   */
  qced_archive_file_date: null | string | number | boolean;
  /**
   * Bacterial strain on which the phage was isolated.
   */
  isolation_host: IsolationHost;
  /**
   * Hosts that the phage is verified to infect; may be empty.
   */
  verified_hosts: VerifiedHost[];
  /**
   * Bacteria that the phage is verified not to infect; may be empty.
   */
  verified_non_hosts: VerifiedHost[];
  /**
   * Species of the isolation host.
   */
  host_species: Species;
  /**
   * Genus of the isolation host.
   */
  host_genus: Genus;
  /**
   * Whether the phage appears in a paper.
   */
  in_paper: boolean;
  /**
   * Where that paper was published; null where nothing is known.
   */
  paper_published_in: null | string | number | boolean;
  /**
   * Whether the genome is in the sequence archive.
   */
  in_archive: boolean;
  /**
   * Accession of the genome in the sequence archive.
   */
  archive_accession: string;
  /**
   * Accession of the genome among the reference sequences.
   */
  reference_accession: string;
  /**
   * Picture of the plaques; null when absent.
   */
  plaque_file: string | null;
  /**
   * Electron micrograph; null when absent.
   */
  em_file: string | null;
  /**
   * Picture of the restriction digest; null when absent.
   */
  digest_file: string | null;
  /**
   * Picture of the virtual restriction digest; null when absent.
   */
  vdigest_file: string | null;
  /**
   * Genome sequence in FASTA format; null when absent.
   */
  fasta_file: string | null;
  /**
   * Small picture of the plaques; null when absent.
   */
  plaque_thumb_file: string | null;
  /**
   * Small electron micrograph; null when absent.
   */
  em_thumb_file: string | null;
  /**
   * The dnam file of the genome; null when absent.
   */
  dnam_file: string | null;
  /**
   * When the record was added: ISO 8601 with an offset from UTC.
   */
  date_added: string;
  /**
   * When the record was last changed: ISO 8601 with an offset from UTC.
   */
  date_modified: string;
}
/**
 * An education program in which phages are found.
 */
export interface Program {
  /**
   * Short name of the program.
   */
  short_name: string;
  /**
   * Full name of the program.
   */
  program_name: string;
  /**
   * What the program is, in a few words.
   */
  program_blurb: string;
  /**
   * Web address of the program; may be empty.
   */
  program_URL: string;
}
/**
 * The institution of the finder of a phage.
 */
export interface Institution {
  /**
   * Code of the institution.
   */
  institution_code: string;
  /**
   * Name of the institution.
   */
  institution_name: string;
  /**
   * Web address of the logo; may be empty.
   */
  institution_logo: string;
  /**
   * Web address of the institution; may be empty.
   */
  institution_url: string;
  /**
   * City of the institution.
   */
  institution_city: string;
  /**
   * State or region of the institution.
   */
  institution_state: string;
  /**
   * Country of the institution.
   */
  institution_country: string;
  /**
   * Latitude of the institution: decimal degrees with N or S behind a space, or with a sign; may be empty.
   */
  institution_latitude: string;
  /**
   * Longitude of the institution: decimal degrees with E or W behind a space, or with a sign; may be empty.
   */
  institution_longitude: string;
}
/**
 * A cluster of related phages.
 */
export interface Cluster {
  /**
   * Cluster label, in letters.
   */
  cluster: string;
  /**
   * Whether the phages of the cluster are temperate.
   */
  temperate: boolean;
}
/**
 * A part of a cluster.
 */
export interface Subcluster {
  /**
   * Subcluster label.
   */
  subcluster: string;
}
/**
 * A facility that sequences genomes.
 */
export interface SequencingFacility {
  /**
   * Short name of the facility; may be empty.
   */
  short_name: string;
  /**
   * Full name of the facility; may be empty.
   */
  facility_name: string;
  /**
   * Whom to ask at the facility; may be empty.
   */
  contact_person: string;
  /**
   * Where to send samples; may be empty.
   */
  shipping_address: string;
  /**
   * Web address of the facility; may be empty.
   */
  facility_website: string;
}
/**
 * A method of sequencing genomes.
 */
export interface SequencingMethod {
  /**
   * Short name of the method.
   */
  short_name: string;
  /**
   * Full name of the method.
   */
  method_name: string;
}
/**
 * The bacterial strain on which a phage was isolated.
 */
export interface IsolationHost {
  /**
   * Genus of the strain.
   */
  genus: string;
  /**
   * Species of the strain.
   */
  species: string;
  /**
   * Name of the strain.
   */
  strain_name: string;
  /**
   * Species of the strain, in full.
   */
  strain_species: Species;
  /**
   * ATCC identifier of the strain.
   */
  ATCC_ID: string;
  /**
   * Accession of the strain in the sequence archive.
   */
  archive_accession: string;
  /**
   * What else is known of the strain.
   */
  strain_information: string;
}
/**
 * A bacterial species.
 */
export interface Species {
  /**
   * Identifier of the species.
   */
  id: number;
  /**
   * Name of the genus to which the species belongs.
   */
  genus: string;
  /**
   * Name of the species within its genus.
   */
  species_name: string;
  /**
   * The genus to which the species belongs, in full.
   */
  species_genus: Genus;
  /**
   * Encyclopedia article on the species; may be empty.
   */
  species_encyclopedia: string;
}
/**
 * A bacterial genus.
 */
export interface Genus {
  /**
   * Identifier of the genus.
   */
  id: number;
  /**
   * Domain of life to which the genus belongs.
   */
  genus_domain: string;
  /**
   * Name of the genus.
   */
  genus_name: string;
  /**
   * Encyclopedia article on the genus; may be empty.
   */
  genus_encyclopedia: string;
  /**
   * Whether the genus is in the order Actinomycetales.
   */
  is_actinomycetales: boolean;
}
