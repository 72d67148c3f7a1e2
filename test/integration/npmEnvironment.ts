/** The environment in which tests run npm and npx: that of any user, under the Node that is tested. */
import path from 'node:path';
import { nodeFile, plainEnvironment } from './runCli.ts';

export function npmEnvironment(): NodeJS.ProcessEnv {
  // npm and npx run under whatever is called node.
  const PATH = [path.dirname(nodeFile), process.env['PATH']].join(path.delimiter);
  return { ...plainEnvironment(), ...reachingOut(), PATH };
}

/** What npm needs to reach the registry where that is behind a proxy, or has a certificate of its own. */
function reachingOut(): Record<string, string | undefined> {
  const isNeeded = (name: string) =>
    /^(?:https?_proxy|no_proxy|npm_config_registry|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:DIR|FILE))$/i.test(
      name,
    );
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => isNeeded(name)));
}
