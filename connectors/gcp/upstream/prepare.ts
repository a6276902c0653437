import { installEmulator } from './bigquery-emulator.ts';

export const prepareReal = (): void => void installEmulator();
