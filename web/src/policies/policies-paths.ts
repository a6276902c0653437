/** Where the control plane serves the permission documents. */

/** `version` left out: the documents of this build. */
export function policyPath(document: string, version?: string): string {
  return version === undefined ? `/policies/${document}` : `/policies/${encodeURIComponent(version)}/${document}`;
}

export function awsPolicyPath(isStrict: boolean, version?: string): string {
  return policyPath(awsPolicyDocument(isStrict), version);
}

export function awsPolicyDocument(isStrict: boolean): string {
  return isStrict ? 'aws/edge-read-only-strict.json' : 'aws/edge-read-only.json';
}
