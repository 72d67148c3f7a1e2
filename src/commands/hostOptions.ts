/** The options of host. */
import type { Command } from 'commander';
import { defaults } from '../config/config.ts';
import { hostingFlag, pathFlag } from '../config/flags.ts';
import { configOption } from './options.ts';

/** Values for a host's own files, and where to write them. */
export function hostOptions(of: Command): Command {
  return of
    .option('--dir <dir>', 'folder of the site', pathFlag, defaults.out)
    .option('--out <dir>', 'folder to write the files into, instead of printing them', pathFlag)
    .option('--root <path>', 'where the host finds the folder of the site', hostingFlag('root'))
    .option(
      '--server-name <name>',
      'host name of the site (default: that of the base URL)',
      hostingFlag('serverName'),
    )
    .option(
      '--certificate <file>',
      'certificate for https, for nginx and Caddy, as a path on the server',
      hostingFlag('certificate'),
    )
    .option('--certificate-key <file>', 'key of the certificate', hostingFlag('certificateKey'))
    .option('--bucket <name>', 'bucket of S3', hostingFlag('bucket'))
    .option('--distribution <id>', 'distribution of CloudFront', hostingFlag('distribution'))
    .option('--worker-name <name>', 'name of the worker of Cloudflare', hostingFlag('workerName'))
    .option(
      '--zone <domain>',
      'domain at Cloudflare that the route of the worker belongs to',
      hostingFlag('zone'),
    )
    .option('--list', 'show what each host can do')
    .addOption(configOption(', whose "hosting" sets the same values'));
}
