export { buildControlPlane as prepareDeep } from '../../eks/upstream/cluster/control-plane-binaries.ts';
