/** How long a test waits for an expected event. Longer than any machine needs: it does not measure speed. */
export const patience = { timeout: 20_000, interval: 20 }
