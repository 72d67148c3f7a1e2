/**
 * Preloaded into the program (`NODE_OPTIONS=--require`), in every thread: just before a call of a file-system
 * function, kills the process or keeps the calling thread waiting, so that a test can catch it at one exact step.
 *
 * PHAGEPRESS_STEP is JSON: { call, path, nth, action, flag }, for example the first `renameSync` of a path that
 * ends in `staging`. `nth` counts from 1 within a thread; `promises.stat` is the function of that name
 * there. The thread that gets there first makes the file `flag`, and if it waits, waits for `<flag>.go`.
 */
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

const { call, path, nth, action, flag } = JSON.parse(process.env.PHAGEPRESS_STEP);
const isPromised = call.startsWith('promises.');
const owner = isPromised ? fs.promises : fs;
const name = isPromised ? call.slice('promises.'.length) : call;
const pattern = new RegExp(path);
const original = owner[name];
const { closeSync, existsSync, openSync } = fs;
const nobody = new Int32Array(new SharedArrayBuffer(4));
const pollMs = 5;
let seen = 0;

function isFirst() {
  try {
    closeSync(openSync(flag, 'wx'));
    return true;
  } catch {
    return false;
  }
}

// A killed process gets no further either, whenever its end comes.
function mayGoOn() {
  return action !== 'kill' && existsSync(`${flag}.go`);
}

owner[name] = function stepped(...args) {
  if (pattern.test(String(args[0])) && ++seen === nth && isFirst()) {
    if (action === 'kill') process.kill(process.pid, 'SIGKILL');
    while (!mayGoOn()) Atomics.wait(nobody, 0, 0, pollMs);
  }
  return original.apply(this, args);
};
syncBuiltinESMExports();
