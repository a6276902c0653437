//! Reader of `net_accept`.

use super::base::{Probe, Proof, Setup};
use super::peers::{Role, add_to_axis};
use crate::abi::network::PeerKey;
use crate::abi::{ExitSlot, Tally};
use crate::bpf::{LoadError, Loaded, Table};
use crate::canary::CanaryActions;
use crate::record::Axes;
use crate::registry::Manifest;

/// The attached probe.
pub struct NetAccept {
    loaded: Loaded,
    peers: Table<PeerKey, Tally>,
}

impl NetAccept {
    /// Loads and attaches.
    pub fn load(manifest: &'static Manifest, setup: &Setup) -> Result<NetAccept, LoadError> {
        let mut loaded = setup.object(manifest, &[])?;
        loaded.attach_to_exits(&setup.shared, "on_accept_exit", ExitSlot::Accepts)?;
        Ok(NetAccept { peers: loaded.table("accepted_peers")?, loaded })
    }
}

impl Probe for NetAccept {
    fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    fn prove(&mut self, actions: &CanaryActions) -> Result<Proof, LoadError> {
        let pairs = self.peers.pairs()?;
        Ok(Proof::exact(actions.accepts, pairs.iter().map(|(_, tally)| tally.count).sum(), "connections accepted"))
    }

    fn reset(&mut self) -> Result<(), LoadError> {
        self.loaded.reset_counters()?;
        self.peers.clear()
    }

    fn collect(&mut self, axes: &mut Axes) -> Result<(), LoadError> {
        add_to_axis(axes, &self.loaded, &self.peers, Role::Accept)
    }
}
