/**
 * How long a test waits for an expected event. This is longer than any machine needs, because it does not measure
 * speed.
 */
export const patience = { timeout: 20_000, interval: 20 }
