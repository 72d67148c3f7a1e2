/** A protein or a stretch of bases: shown in lines, copied, and saved as FASTA. */
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { fastaOf } from '../data/protein.ts';
import { saveFile } from './files.ts';

export function Sequence({
  title,
  header,
  sequence,
  fileName,
  children,
}: {
  readonly title: string;
  /** The first line of its FASTA, without `>`. */
  readonly header: string;
  readonly sequence: string;
  readonly fileName: string;
  /** What is to be said of it. */
  readonly children?: ComponentChildren;
}): JSX.Element {
  const fasta = fastaOf(header, sequence);
  return (
    <section>
      <h2>{title}</h2>
      {children}
      <pre class="sequence" tabIndex={0} role="region" aria-label={title}>
        {sequence.match(/.{1,60}/g)?.join('\n') ?? ''}
      </pre>
      <p class="row-tools">
        <CopyButton text={sequence} label="Copy" />
        <CopyButton text={fasta} label="Copy FASTA" />
        <button type="button" onClick={() => saveFile(fileName, fasta, 'text/x-fasta')}>
          Save FASTA
        </button>
      </p>
    </section>
  );
}

function CopyButton({
  text,
  label,
}: {
  readonly text: string;
  readonly label: string;
}): JSX.Element {
  const [said, setSaid] = useState('');
  return (
    <>
      <button
        type="button"
        onClick={() => {
          // Missing on pages that were not loaded by https.
          const written = navigator.clipboard as Clipboard | undefined;
          const copied =
            written === undefined
              ? Promise.reject(new Error('no clipboard'))
              : written.writeText(text);
          copied.then(
            () => setSaid('Copied'),
            () => setSaid('Not allowed: select the text and copy it'),
          );
        }}
      >
        {said || label}
      </button>
      <span class="unseen" role="status">
        {said}
      </span>
    </>
  );
}
