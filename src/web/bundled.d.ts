/** What the pages get when they are bundled: addresses of files, relative to `index.html`. */
declare const licences: string;
declare const proteinWorker: string;
