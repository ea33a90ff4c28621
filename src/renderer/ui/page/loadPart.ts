/**
 * Loads code at first use, and retries if the loading fails. When a network interface appears, as for a container or a
 * VPN, Chromium aborts all pending requests, including those to this machine. It requests a module whose request was
 * aborted only when the module is imported again.
 */

/** The pauses before the retries. Interfaces appear in bursts of about a second. */
const pausesMs = [50, 200, 800]

const pass = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** If all attempts fail, rejects with the error of the last one. */
export async function loadPart<Part>(load: () => Promise<Part>, wait = pass): Promise<Part> {
  for (const pause of pausesMs) {
    try {
      return await load()
    } catch {
      await wait(pause)
    }
  }
  return load()
}
