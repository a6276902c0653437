/** Runs in a worker thread: whatever inflates a bundle happens here, where it can be ended at any moment. */
import { serveQuestions } from '../../core/serve-questions.ts';
import { answerQuestion } from './bundle-questions.ts';

serveQuestions(answerQuestion);
