/** Arguments of `regex` for a name that somebody gives: it is printed on terminals, so it must not control them. */
export const noControls = [/^\P{Cc}*$/u, { error: 'must not contain control characters' }] as const;
