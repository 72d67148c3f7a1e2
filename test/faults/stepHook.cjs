/**
 * Preloaded into the program (`NODE_OPTIONS=--require`), in every thread: sends the process a signal just
 * before a call of a file-system function, so that a test can kill or stop it at one exact step.
 *
 * PHAGEPRESS_STEP is JSON: { call, path, nth, signal, flag }, for example the first `rename` of a path that
 * ends in `staging`. `nth` counts from 1 within a thread; `promises.stat` is the function of that name
 * there. `flag` is a file that is made by the thread that gets there first, so that only one does.
 */
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

const { call, path, nth, signal, flag } = JSON.parse(process.env.PHAGEPRESS_STEP);
const isPromised = call.startsWith('promises.');
const owner = isPromised ? fs.promises : fs;
const name = isPromised ? call.slice('promises.'.length) : call;
const pattern = new RegExp(path);
const original = owner[name];
const { closeSync, openSync } = fs;
// Long enough for a signal that another thread takes to stop this one, too.
const pauseMs = signal === 'SIGKILL' ? Infinity : 100;
let seen = 0;

function isFirst() {
  try {
    closeSync(openSync(flag, 'wx'));
    return true;
  } catch {
    return false;
  }
}

owner[name] = function stepped(...args) {
  if (pattern.test(String(args[0])) && ++seen === nth && isFirst()) {
    process.kill(process.pid, signal);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
  }
  return original.apply(this, args);
};
syncBuiltinESMExports();
