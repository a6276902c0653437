import { installDatabase } from './secantus.ts';

export const prepareReal = (): void => void installDatabase();
