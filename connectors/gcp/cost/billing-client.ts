/**
 * Google's Billing clients over plain HTTP, sent by the Agent's client. The library sends by the `fetch` of the
 * object it is given for authentication, so that it searches for no credential and opens no socket.
 * `@google-cloud/billing` 5.1.2; `google-gax`, `build/src/fallbackServiceStub.js`.
 */
import type { CloudBillingClient, CloudCatalogClient } from '@google-cloud/billing';
import { silenceGoogleLibraries } from '../../../src/cloud/gcp/silence-libraries.ts';
import type { SendRequest } from './ask-library.ts';

type ClientOptions = NonNullable<ConstructorParameters<typeof CloudBillingClient>[0]>;

/** Of every call: one page and one try. The default is a dozen tries within three seconds. */
export const oneTry: { autoPaginate: boolean; retry: { retryCodes: number[] } } = {
  autoPaginate: false,
  retry: { retryCodes: [] },
};

export async function createBillingClient(sendRequest: SendRequest): Promise<CloudBillingClient> {
  silenceGoogleLibraries();
  const { CloudBillingClient: Client } = await import('@google-cloud/billing');
  return new Client(optionsFor(sendRequest));
}

export async function createCatalogClient(sendRequest: SendRequest): Promise<CloudCatalogClient> {
  silenceGoogleLibraries();
  const { CloudCatalogClient: Client } = await import('@google-cloud/billing');
  return new Client(optionsFor(sendRequest));
}

/** `fallback` is the library's word for HTTP instead of gRPC. */
function optionsFor(sendRequest: SendRequest): ClientOptions {
  const auth = {
    universeDomain: 'googleapis.com',
    getRequestHeaders: () => Promise.resolve(new Headers()),
    fetch: async (url: string, { method }: { readonly method: string }) => {
      const { status, body } = await sendRequest({ verb: method, url: new URL(url) });
      return new Response(body, { status });
    },
  };
  // GOOGLE_CLOUD_UNIVERSE_DOMAIN would send the call elsewhere without `universeDomain`.
  return {
    fallback: true,
    universeDomain: 'googleapis.com',
    auth: auth as unknown as NonNullable<ClientOptions['auth']>,
  };
}
