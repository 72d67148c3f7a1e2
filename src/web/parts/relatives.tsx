/** A way from a phage to a comparison with the phages that are most like it. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Gene } from '../data/records.ts';
import { nearestRelatives } from '../data/relatives.ts';
import type { Site } from '../data/site.ts';
import { goTo } from '../navigation.ts';
import { linkTo } from '../route.ts';

const mostCompared = 2;

export function CompareRelatives({
  site,
  name,
  genes,
  phagesOf,
}: {
  readonly site: Site;
  readonly name: string;
  readonly genes: readonly Gene[];
  readonly phagesOf: (pham: number) => number;
}): JSX.Element {
  const [said, setSaid] = useState('');
  const [isLooking, setLooking] = useState(false);
  const compare = async () => {
    setLooking(true);
    setSaid('Looking for phages with the same families …');
    try {
      const names = await nearestRelatives(site, { name, genes }, phagesOf, mostCompared);
      if (names.length > 0) goTo(linkTo('compare', '', { with: [name, ...names] }));
      else setSaid('No other phage shares a family with it.');
    } catch (error) {
      setSaid(`That did not work: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      setLooking(false);
    }
  };
  return (
    <>
      <button type="button" disabled={isLooking} onClick={() => void compare()}>
        Compare with its nearest relatives
      </button>
      <span role="status">{said}</span>
    </>
  );
}
