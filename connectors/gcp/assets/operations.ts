/** The operations of `assets.*`, put together. */
import { assetOperations } from './operations/assets.ts';

export const assetsOperations = {
  ...assetOperations,
};
