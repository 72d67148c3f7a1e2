/** The worker for Cloudflare Pages and Workers: the contract's route in front of the project's assets. */
import { route } from '../../contract/route.ts';
import { answerApi } from './answerApi.ts';
import type { EdgeSite } from './edgeSite.ts';
import { plainUrl, targetBelow } from './requestTarget.ts';

declare const site: EdgeSite;

interface Environment {
  readonly ASSETS: { readonly fetch: (request: Request) => Promise<Response> };
}

const worker = {
  async fetch(request: Request, { ASSETS }: Environment): Promise<Response> {
    const target = targetBelow(site.prefix, request.url);
    const answer = route({ method: request.method, ...target }, site);
    return answer.kind === 'outside'
      ? await ASSETS.fetch(new Request(plainUrl(request.url, target), request))
      : await answerApi(answer, request, site, (url, method) =>
          ASSETS.fetch(new Request(url, { method })),
        );
  },
};

export default worker;
