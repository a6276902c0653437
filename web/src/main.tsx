/** Starts the app. The link secret leaves the address before anything else is done. */
import { render } from 'preact';
import { App, preloadPage } from './app.tsx';
import { takeLinkSecret } from './edge/link-secret.ts';
import { startTicking } from './parts/when.tsx';
import { startTheme } from './browser/preferences.ts';
import { place, startRouter } from './browser/router.ts';
import { startLocale } from './words/words.ts';

const linkSecret = takeLinkSecret();
startTheme();
startTicking();
startRouter();
const spoken = startLocale();
preloadPage(place.value.path);
void start();

async function start(): Promise<void> {
  const root = document.querySelector('#app');
  if (root === null) throw new Error('index.html has no #app');
  try {
    await spoken;
  } catch {
    // The words of both languages are in files of their own, and neither came.
    root.textContent =
      'Farol could not be loaded. Reload the page. / Não foi possível carregar o Farol. Recarregue a página.';
    return;
  }
  render(<App linkSecret={linkSecret} />, root);
}
