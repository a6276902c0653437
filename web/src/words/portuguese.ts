/** Everything that a page in Portuguese needs, as one file that only such a page loads. */
import { ptBr } from './pt-br.ts';
import { servedPtBr } from './served-pt-br.ts';

export const portuguese = { words: ptBr, served: servedPtBr };
