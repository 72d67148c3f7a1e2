/** How a workflow deploys a site to each host: the same steps as in docs/hosts.md. */
import { bulkTypes, topsWith } from '../contract/bulkFiles.ts';
import type { HostName } from '../hosts/host.ts';

type Setting = readonly [name: string, meaning: string];

export interface Deployment {
  /** Options of `phagepress build` besides the host and the address. */
  readonly build: string;
  readonly variables: readonly Setting[];
  readonly secrets: readonly Setting[];
  /** What to do once, by hand. */
  readonly once: string;
  readonly steps: readonly DeployStep[];
}

interface DeployStep {
  readonly name: string;
  /** Lines of shell script, with these settings as environment variables. */
  readonly run: readonly string[];
  readonly needs: readonly string[];
}

const siteUrl: Setting = ['SITE_URL', 'address of the site, such as `https://phages.example.org`'];

interface Service extends Partial<Pick<Deployment, 'build' | 'variables'>> {
  readonly secrets: readonly Setting[];
  readonly once: string;
  readonly step?: string;
  readonly run: readonly string[];
}

/** A deployment in one step, which needs all settings; `variables` are those besides the address. */
function service({
  build = '',
  variables = [],
  step = 'Deploy',
  run,
  ...own
}: Service): Deployment {
  const needs = [...variables, ...own.secrets].map(([name]) => name);
  return { ...own, build, variables: [siteUrl, ...variables], steps: [{ name: step, run, needs }] };
}

const cloudflare: readonly Setting[] = [
  ['CLOUDFLARE_API_TOKEN', 'token of Cloudflare that may edit Pages or Workers'],
  ['CLOUDFLARE_ACCOUNT_ID', 'id of the account at Cloudflare'],
];

function server(build: string, once: string, rsyncOptions = ''): Deployment {
  return {
    build,
    variables: [
      siteUrl,
      ['SSH_TARGET', 'where to log in, such as `phages@server.example.org`'],
      ['SITE_FOLDER', 'folder of the site on the server, such as `/srv/phagepress`'],
    ],
    secrets: [
      ['SSH_KEY', 'private key (ed25519) that may log in there'],
      ['SSH_KNOWN_HOSTS', 'what `ssh-keyscan server.example.org` prints'],
    ],
    once,
    steps: [
      {
        name: 'Be able to log in to the server',
        run: [
          'install -m 700 -d ~/.ssh',
          String.raw`(umask 077 && printf '%s\n' "$SSH_KEY" >~/.ssh/id_ed25519)`,
          String.raw`printf '%s\n' "$SSH_KNOWN_HOSTS" >~/.ssh/known_hosts`,
        ],
        needs: ['SSH_KEY', 'SSH_KNOWN_HOSTS'],
      },
      {
        name: 'Upload',
        run: [`rsync -a --delete --delay-updates ${rsyncOptions}dist/ "$SSH_TARGET:$SITE_FOLDER/"`],
        needs: ['SSH_TARGET', 'SITE_FOLDER'],
      },
    ],
  };
}

const besides = Object.entries(bulkTypes).filter(([extension]) => extension !== 'json');

const cloudFront = service({
  variables: [
    ['AWS_REGION', 'region of the bucket'],
    ['S3_BUCKET', 'name of the bucket'],
    ['CLOUDFRONT_DISTRIBUTION', 'id of the distribution'],
  ],
  secrets: [
    ['AWS_ACCESS_KEY_ID', 'key that may write to the bucket and clear the cache'],
    ['AWS_SECRET_ACCESS_KEY', 'its secret'],
  ],
  once: 'set the distribution up as `cloudfront/README.txt` says, which `phagepress host cloudfront --out .` writes after a build',
  step: 'Upload',
  run: [
    'aws s3 sync dist "s3://$S3_BUCKET" --delete --cache-control "public, max-age=300"',
    'aws s3 cp dist/errors "s3://$S3_BUCKET/errors" --recursive --cache-control no-store',
    ...besides.flatMap(([extension, type]) => [
      `aws s3 cp dist "s3://$S3_BUCKET" --recursive --exclude "*" ${topsWith(extension)
        .map((top) => `--include "${top}*.${extension}"`)
        .join(' ')} \\`,
      `  --content-type ${type} --cache-control "public, max-age=300"`,
    ]),
    'aws cloudfront create-invalidation --distribution-id "$CLOUDFRONT_DISTRIBUTION" --paths "/*"',
  ],
});

/** `static` is GitHub Pages, where GitHub's own actions deploy. */
export const deployments: Readonly<Record<Exclude<HostName, 'static'>, Deployment>> = {
  nginx: server(
    '--precompress gzip',
    'make the configuration of nginx with `phagepress host nginx --out deploy` after a build for that address, and install it',
  ),
  caddy: server(
    '--precompress gzip,br',
    'make the configuration of Caddy with `phagepress host caddy --out deploy` after a build for that address, and install it',
  ),
  apache: server(
    '--precompress gzip',
    'let the server read `.htaccess` files in that folder (`AllowOverride All`)',
    '--exclude /.well-known ',
  ),
  'cloudflare-pages': service({
    variables: [['CLOUDFLARE_PROJECT', 'name of the project of Cloudflare Pages']],
    secrets: cloudflare,
    once: 'make the project with `npx wrangler pages project create`, with the main branch of this repository as its production branch',
    run: ['npx --yes wrangler@4 pages deploy dist --project-name "$CLOUDFLARE_PROJECT"'],
  }),
  'cloudflare-workers': service({
    secrets: cloudflare,
    once: 'give the worker its address in the configuration file: `"hosting": { "serverName": "phages.example.org" }`, and `"zone"` with the domain if the site lies below a path',
    run: [
      'phagepress host cloudflare-workers --out worker',
      'cd worker && npx --yes wrangler@4 deploy',
    ],
  }),
  netlify: service({
    variables: [['NETLIFY_SITE_ID', 'id of the project at Netlify']],
    secrets: [['NETLIFY_AUTH_TOKEN', 'access token of Netlify']],
    once: 'make the project at Netlify, without a repository of its own',
    run: ['phagepress host netlify --out .', 'npx --yes netlify-cli@27 deploy --prod --dir dist'],
  }),
  cloudfront: cloudFront,
  vercel: service({
    build: '--no-gene-files',
    variables: [
      ['VERCEL_ORG_ID', 'id of the team at Vercel'],
      ['VERCEL_PROJECT_ID', 'id of the project at Vercel'],
    ],
    secrets: [['VERCEL_TOKEN', 'access token of Vercel']],
    once: 'make the project at Vercel, without a repository of its own',
    run: [
      'phagepress host vercel --out .',
      String.raw`printf '/%s\n' data .git .github 'package*.json' node_modules '*.tgz' >.vercelignore`,
      'npx --yes vercel@64 deploy --prod --token "$VERCEL_TOKEN"',
    ],
  }),
};
