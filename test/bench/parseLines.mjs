/** Yardstick (a): one thread that does JSON.parse on each line of a folder's files, and nothing else. */
import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import path from 'node:path';

const folder = process.argv[2];
const buffer = Buffer.alloc(1 << 24);
for (const name of readdirSync(folder)) {
  const file = openSync(path.join(folder, name), 'r');
  let kept = 0;
  for (;;) {
    const read = readSync(file, buffer, kept, buffer.length - kept, null);
    if (read === 0) break;
    const filled = buffer.subarray(0, kept + read);
    let start = 0;
    for (let end = filled.indexOf(10); end >= 0; end = filled.indexOf(10, start)) {
      JSON.parse(filled.toString('utf8', start, end));
      start = end + 1;
    }
    kept = filled.copy(buffer, 0, start);
  }
  closeSync(file);
}
