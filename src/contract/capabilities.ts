/** The parts of the contract that a host may or may not be able to keep. */
export const capabilities = [
  'indexes',
  'pages',
  'decodes-query',
  'redirects',
  'json-errors',
  'options',
  'describes',
  'not-allowed',
  'names-method',
  'webdav',
  'beside-methods',
  'beside-options',
  'headers',
  'no-origin',
  'validators',
  'compresses',
  'raw-path',
  'case-insensitive-names',
  'long-names',
  'long-queries',
  'preconditions',
  'any-method',
] as const;

export type Capability = (typeof capabilities)[number];

/** For each capability: kept, or why not, as a clause that follows "no:". */
export type Keeps = Readonly<Record<Capability, true | string>>;
