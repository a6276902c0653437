/** Tables of enrolled instances and bootstrap tokens. */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by the enrolment part
export interface InstanceTables {}
