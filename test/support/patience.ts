/**
 * How long a test waits for an expected event. It is longer than any machine needs, because tests do not measure speed.
 */
export const patience = { timeout: 20_000, interval: 20 }
