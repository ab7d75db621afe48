/** Behind the last place of a block's order. */
export const END_OF_RING = 2 ** 31
