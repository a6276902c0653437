/** From the findings of a comparison to its headline. Pure. */
import { englishNotes, portugueseNotes, writeNotes } from './notes.ts';
import { english, portuguese } from './phrases.ts';
import { mostFindings, rankFindings } from '../findings/rank-findings.ts';
import type { Summary } from '../../diff/summary.ts';
import type { SummaryFacts } from './summary-facts.ts';
import { writeSentence } from './write-sentence.ts';

export function summarise(facts: SummaryFacts): Summary {
  const { listed, more } = rankFindings(facts.findings);
  const related = (facts.related ?? []).slice(0, mostFindings);
  const sentences = {
    en: writeSentence(facts, listed, more, english),
    'pt-BR': writeSentence(facts, listed, more, portuguese),
  };
  return {
    sentence: sentences.en,
    sentences,
    notes: { en: writeNotes(facts, englishNotes), 'pt-BR': writeNotes(facts, portugueseNotes) },
    findings: listed,
    more,
    ...(related.length > 0 && { related }),
    ...(facts.window !== undefined && { window: facts.window }),
    judged: facts.judged,
    undecided: facts.undecided,
    replicates_needed: [...facts.replicatesNeeded],
    not_comparable: facts.notComparable,
  };
}
