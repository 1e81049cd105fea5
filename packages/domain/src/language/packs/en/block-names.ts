/** English names stand with the blocks themselves. */
export const blocks = {};
