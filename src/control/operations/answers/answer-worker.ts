/** Runs in a worker thread: an answer of 13 MB takes a third of a second to read, which would block all other requests. */
import { serveQuestions } from '../../../core/serve-questions.ts';
import { type AnswerVerdict, judgeAnswer } from './check-answer.ts';

serveQuestions(judgeAnswer, (verdict: AnswerVerdict) => ('ok' in verdict && verdict.ok ? [verdict.result.buffer] : []));
