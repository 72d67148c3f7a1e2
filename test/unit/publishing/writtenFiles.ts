/** What was written, as tests look at it. */
import {
  mergeFiles,
  type PublishedFile,
  type WrittenFiles,
} from '../../../src/publishing/fileList.ts';

/** In order of path. */
export function filesOf(...written: readonly WrittenFiles[]): PublishedFile[] {
  return [...mergeFiles(written.flatMap(({ lists }) => lists))];
}
