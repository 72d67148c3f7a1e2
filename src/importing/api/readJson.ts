/** Reads a response as strict JSON: what JSON.parse would silently change is a fault. */
import { isUtf8 } from 'node:buffer';
import { isObject, type JsonObject } from '../../contract/jsonObject.ts';
import { examineJson } from '../../json/examineJson.ts';
import { ServiceFault } from './askService.ts';

// A page holds records, each as deep as a build accepts.
const maxNesting = 1002;

/** Throws a ServiceFault. */
export function readJson(body: Buffer, at: string): JsonObject {
  if (!isUtf8(body)) throw new ServiceFault(at, 'JSON in UTF-8', 'bytes that are no UTF-8');
  const text = body.toString('utf8');
  if (/^\s*</.test(text)) throw new ServiceFault(at, 'JSON', 'HTML or XML');
  const [problem] = examineJson(text, { maxNesting, maxProblems: 1 });
  if (problem !== undefined) {
    const { expected, found, pointer } = problem;
    const where = pointer === '' ? '' : ` at ${pointer}`;
    throw new ServiceFault(at, `${expected}${where}`, found);
  }
  const value: unknown = JSON.parse(text);
  if (!isObject(value)) throw new ServiceFault(at, 'an object', 'another value');
  return value;
}
