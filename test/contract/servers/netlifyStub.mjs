/** Stands in for Netlify around an edge function, in Deno: `deno run netlifyStub.mjs <function> <site> <port>`. */
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { compressed, storeIn } from '../edgeStub.ts';

const [, , code, site, port] = process.argv;
const { default: answer } = await import(pathToFileURL(code).href);
const next = storeIn(site);

globalThis.Deno.serve({ port: Number(port), hostname: '127.0.0.1' }, async (request) => {
  const answered = await answer(request, { next });
  if (answered === undefined) return await next(request);
  return answered instanceof URL
    ? await next(new Request(answered))
    : await compressed(request, answered);
});
