/** What can be broken in a world, one at a time, to prove that a run of the simulation notices it. */
export interface Bugs {
  /** Writes are sent without a record. */
  readonly noJournal: boolean;
  /** The record of a write is not on the disk when the write is sent. */
  readonly journalNotSynced: boolean;
  /** A write whose answer is lost is sent once more. */
  readonly doubleCommit: boolean;
  /** A write that one Agent did not answer is given to another. */
  readonly keyOfNobody: boolean;
  /** A fault after the request was let out counts as proof that nothing was done. */
  readonly unknownIsNotDone: boolean;
  /** An outcome is acknowledged before its row is durable. */
  readonly earlyAcknowledgement: boolean;
  /** A request that has ended can end again. */
  readonly endsTwice: boolean;
  /** A Profiler removes an outcome from its disk when it has sent it. */
  readonly noAcknowledgement: boolean;
  /** The disk of a Profiler says that it synced and does not. */
  readonly spoolNotSynced: boolean;
  /** A process acts for its tunnels although its lease is over. */
  readonly leaseIgnored: boolean;
  /** An earlier session of an instance takes the place of a later one. */
  readonly epochGoesBack: boolean;
  /** A command that was handed to another replica is taken as often as it is looked for. */
  readonly takenTwice: boolean;
}

export type Bug = keyof Bugs;

export const noBugs: Bugs = {
  noJournal: false,
  journalNotSynced: false,
  doubleCommit: false,
  keyOfNobody: false,
  unknownIsNotDone: false,
  earlyAcknowledgement: false,
  endsTwice: false,
  noAcknowledgement: false,
  spoolNotSynced: false,
  leaseIgnored: false,
  epochGoesBack: false,
  takenTwice: false,
};

export const bugs = Object.keys(noBugs) as readonly Bug[];
