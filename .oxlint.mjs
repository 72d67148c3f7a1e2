/**
 * The linter's rules, and the rooms of `src/`: each folder, with what it may import besides itself. It fails closed:
 * what this table does not name may import nothing outside its folder, and nobody may import it.
 */
const rooms = {
  bulk: 'collections contract generated genomes json pages publishing sequences text validation',
  collections: 'contract findings genomes json pages',
  'collections/features':
    'collections collections/genes collections/phages contract generated pages',
  'collections/genes':
    'collections collections/phages contract findings generated genomes json pages sequences sorting',
  'collections/genomes':
    'collections collections/features collections/genes collections/phages findings genomes json',
  'collections/phages': 'collections contract findings generated genomes json pages text',
  'collections/phams': 'collections contract pages sorting',
  config: 'contract failure findings hosts json publishing reporting text validation',
  contract: '',
  describing: 'contract failure installed json text',
  files: '',
  findings: 'json text',
  generated: 'json',
  genomes: 'failure files generated publishing sequences text',
  hosts: 'contract describing failure installed text',
  'hosts/*': 'contract describing hosts text',
  'hosts/edge': 'contract',
  http: 'failure text',
  importing: 'contract failure files findings generated json publishing sources text',
  'importing/api':
    'contract failure files generated http importing json publishing sequences validation',
  'importing/{annotations,genbank,gff3,phamerator,table}':
    'contract failure generated importing importing/genbank importing/gff3 importing/table sequences sources text',
  incremental:
    'collections contract failure files findings intake progress publishing sorting sources text workers',
  intake:
    'collections contract failure files findings genomes json sequences sorting sources validation',
  json: '',
  pages: 'contract describing publishing text',
  pipeline:
    'bulk collections config contract describing failure failureOf files findings genomes hosts incremental installed intake pages progress publishing rendering sequences sorting sources text validation views workers',
  preview: 'contract failure files installed',
  project: 'contract failure findings generated hosts importing text',
  publishing: 'contract failure files json sorting text',
  rendering: 'collections contract failure findings pages publishing sorting validation views',
  reporting: 'contract failure findings json progress publishing text',
  sequences: '',
  sorting: 'failure files',
  sources: 'contract failure files findings json text',
  text: '',
  validation: 'collections contract failure findings genomes installed json text',
  'verifying/folder':
    'bulk collections contract describing failure files findings hosts installed pages progress publishing rendering sequences text validation verifying/manifest verifying/pages verifying/report verifying/table views workers',
  'verifying/manifest':
    'contract describing failure findings hosts installed json publishing text validation verifying/report views',
  'verifying/pages': 'collections contract findings json text validation verifying/report',
  'verifying/report': 'contract json text',
  'verifying/service':
    'collections contract failure findings hosts http json progress publishing text verifying/manifest verifying/pages verifying/report verifying/table workers',
  'verifying/table': 'contract text verifying/manifest verifying/report',
  views: 'collections contract pages text',
  web: 'text',
  'web/data': '',
  'web/map': 'web/data',
  workers: 'failure',
};

/** The files at the root, and those of commands, which have no room in common. */
const files = {
  cli: 'commands failure json runProgram',
  runProgram: 'commands failure failureOf json program progress reporting',
  program: 'commands config failure hosts installed project',
  failure: '',
  failureOf: 'failure installed',
  progress: '',
  installed: '',
};

const commands = {
  build: 'config contract hosts',
  buildOnce: 'config contract failure pipeline publishing sources',
  calledAs: '',
  check: 'config contract pipeline publishing sources',
  host: 'config contract failure hosts preview publishing',
  hostOptions: 'config',
  importAnnotations: 'failure importing importing/annotations importing/table text',
  importApi: 'http importing importing/api installed',
  importing: 'importing installed text',
  importFrom: 'importing importing/annotations importing/table',
  importCommands: 'config importing/phamerator',
  importPhamerator: 'failure importing importing/phamerator',
  importTable: 'failure importing/table text',
  init: 'config failure findings hosts pipeline project publishing sources',
  projectPackage: 'failure installed publishing',
  runNpm: 'failure',
  interruption: 'failure',
  intoData: 'failure importing publishing',
  options: 'config contract hosts',
  ownFiles: 'failure hosts publishing text',
  phageTables: 'failure importing importing/table',
  preview: 'json preview publishing',
  previewLines: 'contract',
  previewWatched: 'config failure failureOf json preview publishing reporting',
  repeatImports: 'config failure text',
  reportRun: 'config contract pipeline reporting',
  sample: 'json project text',
  terminal: 'progress',
  verify:
    'config contract failure findings hosts http progress publishing verifying/folder verifying/report verifying/service',
  verifyOptions: 'config',
  workFolder: 'failure',
};

/** For what runs at the edge of a host. */
const runtimes = 'contract hosts/edge';

/** Lets files of a folder of `src/` import of the others only those that `allowed` names. */
function arrows(pattern, folder, allowed) {
  const outside = folder === '' ? './**' : '../**';
  const up = folder === '' ? './' : '../'.repeat(folder.split('/').length);
  const others = allowed
    .split(' ')
    .filter(Boolean)
    .map((name) => {
      const [top, inner] = folder.split('/');
      if (inner !== undefined && name === top) return '!../*.ts';
      const path = name in files ? `${name}.ts` : `${name}/**`;
      const isBeside = inner !== undefined && path.startsWith(`${top}/`);
      return isBeside ? `!../${path.slice(top.length + 1)}` : `!${up}${path}`;
    });
  const message = `${pattern} may import ${allowed === '' ? 'nothing else' : allowed}: see the rooms in .oxlint.mjs.`;
  const patterns = [{ group: [outside, ...others], message }];
  if (['contract', 'hosts/edge'].includes(folder) || allowed === runtimes) {
    patterns.push({ regex: '^[^.]', message: 'What runs at the edge must run anywhere.' });
  }
  return { files: [pattern], rules: { 'no-restricted-imports': ['error', { patterns }] } };
}

export default {
  plugins: ['typescript', 'import', 'unicorn', 'oxc', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  ignorePatterns: ['lib/**', 'dist/**', 'src/generated/**'],
  rules: {
    eqeqeq: 'error',
    'no-unused-vars': [
      'error',
      {
        argsIgnorePattern: '^_',
        varsIgnorePattern: '^_',
      },
    ],
    'no-console': 'error',
    'no-var': 'error',
    'prefer-const': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/switch-exhaustiveness-check': [
      'error',
      {
        considerDefaultExhaustiveForUnions: true,
      },
    ],
    'typescript/consistent-type-imports': 'error',
    'import/no-cycle': [
      'error',
      {
        ignoreTypes: false,
      },
    ],
    'import/no-default-export': 'error',
    'typescript/consistent-return': 'off',
    'typescript/no-misused-spread': 'off',
    'typescript/no-unsafe-type-assertion': 'off',
    'import/no-named-as-default-member': 'off',
    'no-await-in-loop': 'off',
    'no-underscore-dangle': 'off',
    'oxc/no-map-spread': 'off',
    'unicorn/no-array-sort': 'off',
    // Of windows in a browser; here threads talk.
    'unicorn/require-post-message-target-origin': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'vitest/no-conditional-expect': 'off',
    'vitest/expect-expect': 'off',
    'vitest/valid-expect': 'off',
    // Also of a test with what it names, made by extend.
    'vitest/no-standalone-expect': [
      'error',
      { additionalTestBlockFunctions: ['test', 'test.for', 'test.skipIf'] },
    ],
  },
  overrides: [
    arrows('src/*/**', 'unknown', ''),
    arrows('src/*.ts', '', ''),
    ...Object.entries(rooms).map(([room, allowed]) =>
      arrows(`src/${room}/*.{ts,tsx}`, room, allowed),
    ),
    ...Object.entries(files).map(([name, allowed]) => arrows(`src/${name}.ts`, '', allowed)),
    ...Object.entries(commands).map(([name, allowed]) =>
      arrows(`src/commands/${name}.ts`, 'commands', allowed),
    ),
    ...['runtime', 'function'].map((name) => arrows(`src/hosts/*/${name}.ts`, 'hosts/*', runtimes)),
    { files: ['src/hosts/*/runtime.ts'], rules: { 'import/no-default-export': 'off' } },
    { files: ['test/**/*.mjs', '.oxlint.mjs'], rules: { 'no-console': 'off' } },
    {
      files: ['test/**', '.oxlint.mjs'],
      rules: {
        'typescript/no-non-null-assertion': 'off',
        'typescript/no-unsafe-type-assertion': 'off',
        'import/no-default-export': 'off',
      },
    },
  ],
};
