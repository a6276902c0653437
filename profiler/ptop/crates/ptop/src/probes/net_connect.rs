//! Reader of `net_connect`.

use super::base::{Probe, Proof, Setup};
use super::peers::{Role, add_to_axis};
use crate::abi::network::{PeerKey, PendingConnect};
use crate::abi::{BLOCKS, ExitSlot, Tally};
use crate::bpf::{LoadError, Loaded, Table};
use crate::canary::CanaryActions;
use crate::record::Axes;
use crate::registry::Manifest;

/// The attached probe.
pub struct NetConnect {
    loaded: Loaded,
    peers: Table<PeerKey, Tally>,
    pending: Table<u64, PendingConnect>,
}

impl NetConnect {
    /// Loads and attaches.
    pub fn load(manifest: &'static Manifest, setup: &Setup) -> Result<NetConnect, LoadError> {
        let mut loaded = setup.object(manifest, &[])?;
        // The state hook first: a connect must not be left pending with nobody to settle it.
        loaded.attach(&["on_connect_state"])?;
        loaded.attach_to_exits(&setup.shared, "on_connect", ExitSlot::Connects)?;
        Ok(NetConnect { peers: loaded.table("connected_peers")?, pending: loaded.table("pending")?, loaded })
    }

    /// Counts connects that are still under way, in the last block, as what they are.
    fn count_pending(&self) -> Result<(), LoadError> {
        for (_, PendingConnect { key, .. }) in self.pending.pairs()? {
            let key = PeerKey { error: libc::EINPROGRESS, ..key };
            let mut tally = self.peers.get(&key)?.unwrap_or_default();
            tally.count += 1;
            tally.blocks[BLOCKS - 1] += 1;
            self.peers.put(&key, &tally)?;
        }
        Ok(())
    }
}

impl Probe for NetConnect {
    fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    fn prove(&mut self, actions: &CanaryActions) -> Result<Proof, LoadError> {
        let pairs = self.peers.pairs()?;
        let counted: u64 = pairs.iter().map(|(_, tally)| tally.count).sum();
        let states = self.loaded.counters()?.extra;
        if actions.tcp_connects == 0 {
            return Ok(Proof::exact(
                1,
                0,
                "TCP connects over loopback: the canary could make none, is the loopback interface up?",
            ));
        }
        if states != actions.tcp_connects {
            return Ok(Proof::exact(actions.tcp_connects, states, "TCP sockets that began to connect"));
        }
        Ok(Proof::exact(actions.connects, counted, "connects over tcp, udp and unix"))
    }

    fn reset(&mut self) -> Result<(), LoadError> {
        self.loaded.reset_counters()?;
        self.pending.clear()?;
        self.peers.clear()
    }

    fn collect(&mut self, axes: &mut Axes) -> Result<(), LoadError> {
        self.count_pending()?;
        add_to_axis(axes, &self.loaded, &self.peers, Role::Connect)
    }
}
