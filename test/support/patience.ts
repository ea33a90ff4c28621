/** How long a test waits for what must come. Longer than any machine needs: it is no measure of how fast something is. */
export const patience = { timeout: 20_000, interval: 20 }
