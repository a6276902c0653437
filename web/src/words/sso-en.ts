/** The English words for sign-ins by the identity provider that were refused, by code. */
export const enSso = {
  sso_off: 'Single sign-on is not configured here. Sign in with a passkey or a link.',
  sso_required:
    'This organization accepts only single sign-on. An owner who cannot use it asks the operator for a link of farol control owner-link.',
  sso_expired: 'This sign-in took too long, was sent twice, or began in another browser. Start again.',
  sso_denied:
    'The provider did not let you sign in. Start again if you cancelled; otherwise its administrator must give you access to Farol.',
  sso_provider_error:
    'The provider refused the request of Farol. The operator of the control plane reads why in its log, and compares client, secret and redirect address with those of the provider.',
  sso_invalid:
    'The answer of the provider could not be verified, and nobody was signed in. Start again; if it repeats, the operator of the control plane reads why in its log.',
  sso_no_role: 'The provider gives you no role in Farol. Its administrator adds you to a group that has one.',
  sso_removed: 'You were removed from this organization. An owner or an admin can readmit you under Settings: People.',
  sso_busy: 'Too many people sign in by the provider at this moment. Start again in a few seconds.',
  sso_failed:
    'Farol could not finish this sign-in, and nobody was signed in. Start again; if it repeats, the operator of the control plane reads the cause in its log.',
  sso_unavailable:
    'The identity provider does not answer. Try again in a minute; the operator of the control plane reads the cause in its log.',
};
