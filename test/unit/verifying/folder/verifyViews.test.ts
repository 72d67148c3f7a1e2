import { describe, expect, test } from 'vitest';
import { verifyViews } from '../../../../src/verifying/folder/verifyViews.ts';
import { plannedPaths } from '../../views/plannedPaths.ts';
import { built, type Changes, plan, sharedFolder, told } from './builtFolder.ts';

const folderWith = sharedFolder();

const views = [...plan.files()];
const ofKind = (kind: string) => plannedPaths(views.filter((view) => view.kind === kind));

function verify(changes: Changes = {}) {
  const tallies = verifyViews({ ...folderWith(changes).site, views });
  expect(tallies.V1.checked).toBe(true);
  return told({ tallies });
}

test('views pass as they were built', () => {
  expect(verify()).toEqual([]);
});

describe.each([...new Set(views.map(({ kind }) => kind))])('a view of the kind %s', (kind) => {
  const file = ofKind(kind)[0]!;
  const text = built(file).toString();

  test('that is missing is told', () => {
    expect(verify({ [file]: null })).toEqual([`V1 1 ${file}: no such file`]);
  });

  test.each([
    ['another byte', text.replace(/[a-z]/, 'X')],
    ['more behind', `${text} `],
    ['its end cut off', text.slice(0, -1)],
    ['nothing in it', ''],
  ])('with %s is told', (_, other) => {
    expect(verify({ [file]: other })).toEqual([`V1 1 ${file}: something else`]);
  });
});

test('each view is checked, not only the first that is wrong', () => {
  const changes = Object.fromEntries(
    plannedPaths(views.slice(0, 3)).map((path) => [path, 'other']),
  );
  expect(verify(changes)[0]).toMatch(/^V1 3 /);
});

test('views of a page that cannot be read are told, and nothing is thrown', () => {
  const [failures] = verify({ 'api/phages/page/1.json': null });
  expect(failures).toMatch(/^V1 [0-9]+ .*: something else$/);
});
