/** Runs in a worker thread: whatever inflates a bundle happens here, where it can be ended at any moment. */
import { serveQuestions } from '../../core/serve-questions.ts';
import { answerQuestion, type BundleQuestion } from './bundle-questions.ts';
import { LastComparison } from './last-comparison.ts';

const last = new LastComparison();
serveQuestions((question: BundleQuestion) => answerQuestion(question, last));
