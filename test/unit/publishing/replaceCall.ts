/** Calls of the file system that answer otherwise: no disk fails on demand. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { onTestFinished } from 'vitest';

type Calls = typeof fs;

/** Lets `make` replace a call, for all modules, until the test has ended. */
export function replaceCall<Name extends 'linkSync' | 'mkdirSync' | 'statSync' | 'writeFileSync'>(
  name: Name,
  make: (real: Calls[Name]) => (...asked: Parameters<Calls[Name]>) => unknown,
): void {
  const put = (call: Calls[Name]) => {
    fs[name] = call;
    syncBuiltinESMExports();
  };
  const real = fs[name];
  put(make(real) as Calls[Name]);
  onTestFinished(() => put(real));
}
