import { join } from 'node:path';
import { vercel } from '../../src/hosts/vercel.ts';
import { testEdgeHost } from './edgeHost.ts';
import { loadCode } from './edgeStub.ts';
import { insteadOfRawPath } from './resolvedPath.ts';
import { type Middleware, startVercelStub } from './vercelStub.ts';

testEdgeHost({
  title: 'the middleware and the rules for Vercel, around them a stub',
  host: vercel,
  siteFolder: 'the "site"',
  start: async ({ folder, port, hosted }) => {
    const [rules, code] = vercel.ownFiles(hosted);
    const config = JSON.parse(rules?.text ?? '') as { outputDirectory: string; routes: [] };
    const middleware = await loadCode<Middleware>(folder, code?.text ?? '');
    return startVercelStub(join(folder, config.outputDirectory), port, middleware, config);
  },
  instead: (row, files) => {
    if (/beside-/.test(row.needs.join())) return {};
    return row.needs.includes('any-method') ? { status: 400 } : insteadOfRawPath(row, files);
  },
  missing: 'NOT_FOUND',
});
