/**
 * Gives back memory that was needed only for the start. While code loads, the space for new objects grows to 16 MB, and
 * V8 shrinks it only in a thorough collection, which an idle engine never needs by itself.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (how: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

const quietMs = 1_000
/**
 * The share of a core below which garbage is collected. A busier process is left alone, because a collection takes up
 * to 50 ms and would delay calls.
 */
const maxBusy = 0.05

export function collectOnceIdle(): void {
  const before = process.cpuUsage()
  const look = (): void => {
    const { user, system } = process.cpuUsage(before)
    if ((user + system) / 1_000 <= quietMs * maxBusy) collect()
    else collectOnceIdle()
  }
  setTimeout(look, quietMs).unref()
}

/** V8 provides `gc` only to contexts that are created while a flag is set. */
function collect(): void {
  setFlagsFromString('--expose-gc')
  const collectIn = runInNewContext('gc') as Collect
  setFlagsFromString('--no-expose-gc')
  collectIn({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
