/** The store could not answer in time or at all: a state of the machine, not a fault of the request. The message is for the log. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}
