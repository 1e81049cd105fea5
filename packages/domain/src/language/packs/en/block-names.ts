/** Empty, because the blocks themselves carry their English names. */
export const blocks = {};
