/** What the pages get when they are bundled: addresses of files, relative to `index.html`. */
/** The coasts of the world as JSON, a polygon each: longitude and latitude by turns, in tenths of a degree. */
declare const landOutlines: string;
declare const licences: string;
declare const proteinWorker: string;
