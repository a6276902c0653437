/** Starts the app. The link secret leaves the address before anything else is done. */
import './edge/zod-without-eval.ts';
import { render } from 'preact';
import { App } from './app.tsx';
import { takeLinkSecret } from './pages/welcome-page.tsx';
import { startTicking } from './parts/when.tsx';
import { startTheme } from './preferences.ts';
import { startRouter } from './router.ts';
import { startLocale } from './words/words.ts';

const linkSecret = takeLinkSecret();
startTheme();
startLocale();
startTicking();
startRouter();

const root = document.querySelector('#app');
if (root === null) throw new Error('index.html has no #app');
render(<App linkSecret={linkSecret} />, root);
