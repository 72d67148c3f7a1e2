/** The files of a publisher's project besides its data. */
import { type ProjectState, projectReadme } from './projectReadme.ts';
import { workflow, workflowFile } from './workflow.ts';

export interface ProjectFile {
  /** Below the project's folder, with slashes. */
  readonly path: string;
  readonly text: string;
}

export const configFile = 'phagepress.config.json';

// What builds and imports leave beside their folders starts with a dot.
const ignored = `# The site, and what phagepress keeps beside it and beside the data.
/dist/
/.dist.phagepress-*
/.data.phagepress-*
node_modules/
`;

export function projectFiles(state: ProjectState): ProjectFile[] {
  const { profile, allow, imports } = state;
  const rules = allow.map(({ rule }) => rule);
  // Without a profile, JSON.stringify leaves the member out.
  const about = { title: state.name };
  const config = {
    data: 'data',
    out: 'dist',
    about,
    ...(imports.length === 0 ? {} : { imports }),
    profile,
    allow: rules,
  };
  return [
    { path: configFile, text: `${JSON.stringify(config, null, 2)}\n` },
    { path: '.gitignore', text: ignored },
    { path: 'README.md', text: projectReadme(state) },
    { path: workflowFile, text: workflow(state.host) },
  ];
}
