import { expect, test } from 'vitest';
import { Failure } from '../../../src/base/failure.ts';
import { failureToJson, renderFailure } from '../../../src/commands/terminalProgress.ts';

const failure = new Failure('usage', 'It is\nso\u001b[31m.', {
  lines: ['a.json:1: wrong', 'a.json:2: wrong'],
  hint: 'Run `phagepress build` first.',
});

test('a failure is told on lines of its own, with commands as they can be typed', () => {
  expect(renderFailure(failure, 'npx phagepress')).toBe(
    `phagepress: It is\\u000aso\\u001b[31m.
a.json:1: wrong
a.json:2: wrong
  hint: Run \`npx phagepress build\` first.
`,
  );
});

test('a failure is told to programs with its exit code', () => {
  expect(failureToJson(failure)).toEqual({
    ok: false,
    failure: {
      exitCode: 2,
      message: failure.message,
      lines: failure.lines,
      hint: 'Run `phagepress build` first.',
    },
  });
  expect(failureToJson(new Failure('machine', 'Full.'))).toEqual({
    ok: false,
    failure: { exitCode: 3, message: 'Full.' },
  });
});
