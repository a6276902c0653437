/** The pinned command keys of an enrolled instance, in its identity file. */
import type { CommandKeyring, PinnedKeys } from '../session/pinned-keys.ts';
import type { Enrolment } from './identity-file.ts';

/** One write at a time, each of them whole; what is believed changes once it is on the disk. */
export function makeKeyring(first: Enrolment, write: (enrolment: Enrolment) => Promise<void>): CommandKeyring {
  let enrolment = first;
  let last: Promise<unknown> = Promise.resolve();
  const change = (toNext: (now: Enrolment) => Enrolment | undefined): Promise<void> => {
    const written = last.then(async () => {
      const changed = toNext(enrolment);
      if (changed === undefined) return;
      await write(changed);
      enrolment = changed;
    });
    last = written.catch(() => undefined);
    return written;
  };
  return {
    pinned: (): PinnedKeys => ({ current: enrolment.commandKey, previous: enrolment.previousCommandKey }),
    learn: (key, until) =>
      change((now) =>
        key === now.commandKey
          ? undefined
          : { ...now, commandKey: key, previousCommandKey: { key: now.commandKey, until } },
      ),
    settle: () =>
      change((now) => (now.previousCommandKey === undefined ? undefined : { ...now, previousCommandKey: undefined })),
  };
}
