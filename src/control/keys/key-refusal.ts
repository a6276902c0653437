/** The keys of this replica, of the store and of the environment do not fit together; the start is refused. Says who acts and how. */
export class KeyRefusal extends Error {
  override readonly name = 'KeyRefusal';
}
