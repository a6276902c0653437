/** The statements that run with each session of an instance. */
import type { InstanceAddress } from '../../tunnel/session/session-store.ts';
import { prepare } from '../store/prepared.ts';

export const findInstance = prepare((db, of: InstanceAddress) =>
  db
    .selectFrom('instances')
    .select([
      'organization_id',
      'instance',
      'class',
      'public_key',
      'enrolled_at',
      'token_id',
      'revoked_at',
      'locked_at',
      'reenrolment_allowed',
      'generation',
      'uncommitted_lineage',
      'claimed_at',
      'versions',
      'catalog_digest',
      'targets',
      'last_seen_at',
      'command_key',
      'authority',
    ])
    .where('organization_id', '=', of.organization)
    .where('instance', '=', of.instance),
);

interface Claimed extends InstanceAddress {
  readonly enrolledAt: number;
  /** As they were read: another claim changes one of them. An empty lineage is none. */
  readonly generation: number;
  readonly lineage: string;
  readonly nextGeneration: number;
  readonly nextLineage: string | null;
  readonly claimedAt: number | null;
}

export const claimInstance = prepare((db, of: Claimed) =>
  db
    .updateTable('instances')
    .set({ generation: of.nextGeneration, uncommitted_lineage: of.nextLineage, claimed_at: of.claimedAt })
    .where('organization_id', '=', of.organization)
    .where('instance', '=', of.instance)
    .where('enrolled_at', '=', of.enrolledAt)
    .where('revoked_at', 'is', null)
    .where('locked_at', 'is', null)
    .where('generation', '=', of.generation)
    .where((row) => row(row.fn.coalesce('uncommitted_lineage', row.val('')), '=', of.lineage)),
);

interface Committed extends InstanceAddress {
  readonly enrolledAt: number;
  readonly generation: number;
  readonly versions: string;
  readonly catalogDigest: string | null;
  readonly targets: number | null;
  readonly now: number;
}

export const commitInstance = prepare((db, of: Committed) =>
  db
    .updateTable('instances')
    .set({
      uncommitted_lineage: null,
      versions: of.versions,
      catalog_digest: of.catalogDigest,
      targets: of.targets,
      last_seen_at: of.now,
    })
    .where('organization_id', '=', of.organization)
    .where('instance', '=', of.instance)
    .where('enrolled_at', '=', of.enrolledAt)
    .where('generation', '=', of.generation)
    .where('revoked_at', 'is', null)
    .where('locked_at', 'is', null),
);
