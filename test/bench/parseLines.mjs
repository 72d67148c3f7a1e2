/** Yardstick (a): one thread that does JSON.parse on each line of the files of some folders, and nothing else. */
import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import path from 'node:path';

const buffer = Buffer.alloc(1 << 24);
const files = process.argv
  .slice(2)
  .flatMap((folder) => readdirSync(folder).map((name) => path.join(folder, name)));
for (const name of files) {
  const file = openSync(name, 'r');
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
