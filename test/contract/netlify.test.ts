import { netlify } from '../../src/hosts/netlify.ts';
import { testEdgeHost } from './edgeHost.ts';
import { compressed, loadCode, serveResponses, storeIn } from './edgeStub.ts';
import { testBesideNetlify } from './netlifySite.ts';

type EdgeFunction = (
  request: Request,
  context: { readonly next: (request: Request) => Promise<Response> },
) => Promise<Response | URL | undefined>;

testEdgeHost({
  title: 'the edge function for Netlify in Node.js, around it a stub',
  host: netlify,
  keeps: { 'any-method': 'the parser of Node.js answers 400 before the stub' },
  start: async ({ folder, port, hosted }) => {
    const code = netlify.ownFiles(hosted).find(({ path }) => path.endsWith('.js'));
    const answer = await loadCode<EdgeFunction>(folder, code?.text ?? '');
    const next = storeIn(hosted.dir);
    const respond = async (request: Request) => {
      const answered = await answer(request, { next });
      if (answered === undefined) return next(request);
      return answered instanceof URL ? next(new Request(answered)) : compressed(request, answered);
    };
    return serveResponses(port, respond, { rawUrl: true });
  },
  instead: ({ needs }) => {
    if (needs.includes('any-method')) return { status: 400 };
    return /beside-/.test(needs.join()) ? {} : null;
  },
  missing: 'Not here.',
  more: testBesideNetlify,
});
