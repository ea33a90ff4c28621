/**
 * Loads code at first use. When a network interface appears, as for a container or a VPN, Chromium aborts every request
 * in flight, also one to this machine. It requests a module that failed to load again only when it is imported again.
 */

/** The pauses before the further attempts. Interfaces appear in bursts of about a second. */
const pausesMs = [50, 200, 800]

const pass = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Rejects like the last attempt if all of them fail. */
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
