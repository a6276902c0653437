/** Where replicas hear each other. */
export const channel = 'farol_replicas';
