/** The shortcut of genes: what it covers, and what it notes of the genes that `plainGene.ts` recognises. */
import { createRepeatWatch } from '../../sorting/repeatWatch.ts';
import type { Shortcut } from '../collection.ts';
import { geneHostName } from './geneHostName.ts';
import { geneIdCase, phageParts } from './geneIdCase.ts';
import { geneIdForm } from './geneIdForm.ts';
import { geneLength } from './geneLength.ts';
import { genePathName } from './genePathName.ts';
import { genePhageKnown } from './genePhageKnown.ts';
import { phageSummaries, phageSummaryConsistent } from './phageSummary.ts';
import { phamColorConsistent, phamColors } from './phamColor.ts';
import { createPlainGeneMatcher } from './plainGene.ts';

export const plainGenes: Shortcut = {
  covers: [
    geneIdForm,
    geneLength,
    genePathName,
    geneIdCase,
    geneHostName,
    genePhageKnown,
    phageSummaryConsistent,
    phamColorConsistent,
  ],
  create(facts) {
    const { gene, match } = createPlainGeneMatcher();
    const [summaries, colors, parts] = [
      facts.of(phageSummaries),
      facts.of(phamColors),
      facts.of(phageParts),
    ];
    // The genes of a phage are usually adjacent, so that most repeat what the one before them said.
    const isLastSummary = createRepeatWatch();
    const isLastPart = createRepeatWatch();
    return {
      match,
      key: gene,
      note(bytes, line) {
        const { keyStart, phagePartEnd, phageIdStart, phageIdEnd, summaryStart, summaryEnd } = gene;
        colors.noteColor(gene.phamId, gene.color, line);
        if (!isLastSummary(bytes, summaryStart, summaryEnd)) {
          const phageId = bytes.toString('utf8', phageIdStart - 1, phageIdEnd + 1);
          const text = bytes.toString('utf8', summaryStart, summaryEnd);
          summaries.noteSummary(String(JSON.parse(phageId)), text, line);
        }
        if (!isLastPart(bytes, keyStart, phagePartEnd)) {
          parts.noteText(bytes.toString('latin1', keyStart, phagePartEnd), line);
        }
      },
    };
  },
};
