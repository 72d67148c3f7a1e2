/**
 * The linter's rules, and the rooms of `src/`: each folder, with what it may import besides itself. It fails closed:
 * what this table does not name may import nothing outside its folder, and nobody may import it.
 */
const rooms = {
  base: 'installed text',
  commands:
    'base contract hosts importing importing/annotations installed pipeline preview project publishing records releases sources text verifying verifying/folder verifying/service',
  contract: 'text',
  describing: 'base contract installed text',
  generated: 'text',
  hosts: 'base contract describing text',
  importing: 'base contract generated installed publishing records sequences sources text',
  'importing/annotations': 'base contract generated importing sequences sources text',
  pipeline:
    'base contract describing hosts installed publishing records releases sinks sequences sources text',
  preview: 'base contract installed',
  project: 'base contract generated hosts importing text',
  publishing: 'base contract text',
  records: 'base contract generated installed sequences text',
  releases: 'base contract publishing records sequences text',
  sequences: 'base',
  sinks: 'base contract describing generated publishing records sequences text',
  sources: 'base contract records sequences text',
  text: '',
  verifying: 'base contract describing hosts installed publishing records sinks text',
  'verifying/folder':
    'base contract describing hosts installed publishing records releases sinks sequences text verifying',
  'verifying/service': 'base contract hosts publishing records text verifying',
  web: 'text web/data web/map',
  'web/data': 'contract text',
  'web/map': 'text web/data',
};

/** The files at the root. */
const files = {
  cli: 'base commands runProgram text',
  runProgram: 'base commands program text',
  program: 'base commands hosts installed pipeline project',
  installed: '',
};

/** What runs at the edge of a host: of their room, these may import only the first. */
const runtimes = ['edge', '*Runtime', 'cloudfrontFunction'].map((name) => `src/hosts/${name}.ts`);

/** Lets files of a folder of `src/` import of the others only those that `allowed` names. */
function arrows(pattern, folder, allowed) {
  const up = folder === '' ? './' : '../'.repeat(folder.split('/').length);
  const outside = folder === '' ? ['./**'] : ['../**', './*/**'];
  if (runtimes.includes(pattern)) outside.push('./*.ts');
  if (runtimes.slice(1).includes(pattern)) outside.push('!./edge.ts');
  const [top, inner] = folder.split('/');
  const others = allowed
    .split(' ')
    .filter(Boolean)
    .map((name) => {
      if (inner !== undefined && name === top) return '!../*.ts';
      if (name.startsWith(`${folder}/`)) return `!.${name.slice(folder.length)}/**`;
      const path = name in files ? `${name}.ts` : `${name}/**`;
      const isBeside = inner !== undefined && path.startsWith(`${top}/`);
      return isBeside ? `!../${path.slice(top.length + 1)}` : `!${up}${path}`;
    });
  const message = `${pattern} may import ${allowed === '' ? 'nothing else' : allowed}: see the rooms in .oxlint.mjs.`;
  const patterns = [{ group: [...outside, ...others], message }];
  if (folder === 'contract' || runtimes.includes(pattern)) {
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
    ...runtimes.map((pattern) => arrows(pattern, 'hosts', 'contract')),
    { files: ['src/hosts/*Runtime.ts'], rules: { 'import/no-default-export': 'off' } },
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
