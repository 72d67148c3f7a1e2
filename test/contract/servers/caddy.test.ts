import { describe } from 'vitest';
import { notFoundBody } from '../../../src/contract/route.ts';
import { caddy } from '../../../src/hosts/caddy.ts';
import { startCaddy } from './caddyServer.ts';
import { testOwnServer } from '../ownServer.ts';
import { isInstalled } from '../serverProcess.ts';

const install = 'apt-get install caddy';

describe.skipIf(!isInstalled('caddy', 'version'))(`Caddy (to run this: ${install})`, () => {
  testOwnServer({
    host: caddy,
    start: startCaddy,
    keeps416: true,
    instead: ({ needs, target }) => {
      if (!needs.includes('raw-path')) return null;
      return target.includes('%zz') ? { status: 400 } : { status: 404, body: notFoundBody };
    },
  });
});
