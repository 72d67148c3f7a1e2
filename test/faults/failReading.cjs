// Lets one system call fail for files that a pattern matches, in the main thread and in workers: FAIL_READING says how.
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

const { call, code, like } = JSON.parse(process.env.FAIL_READING);
const isIt = (target) => typeof target === 'string' && new RegExp(like).test(target);
const original = fs[call];
const handles = new Set();
const { openSync } = fs;

const fail = () => Object.assign(new Error(`${code}: injected`), { code, syscall: call });

fs.openSync = (target, ...rest) => {
  if (call === 'openSync' && isIt(target)) throw fail();
  const handle = openSync(target, ...rest);
  if (isIt(target)) handles.add(handle);
  else handles.delete(handle);
  return handle;
};
if (call !== 'openSync') {
  fs[call] = (target, ...rest) => {
    if (isIt(target) || handles.has(target)) throw fail();
    return original(target, ...rest);
  };
}
syncBuiltinESMExports();
