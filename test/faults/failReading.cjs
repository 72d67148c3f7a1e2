// Lets one system call fail for one file, in the main thread and in workers: FAIL_READING says which and how.
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

const { call, code, file } = JSON.parse(process.env.FAIL_READING);
const original = fs[call];
const handles = new Set();
const { openSync } = fs;

const fail = () => Object.assign(new Error(`${code}: injected`), { code, syscall: call });

fs.openSync = (target, ...rest) => {
  if (call === 'openSync' && target === file) throw fail();
  const handle = openSync(target, ...rest);
  if (target === file) handles.add(handle);
  else handles.delete(handle);
  return handle;
};
if (call !== 'openSync') {
  fs[call] = (target, ...rest) => {
    if (target === file || handles.has(target)) throw fail();
    return original(target, ...rest);
  };
}
syncBuiltinESMExports();
