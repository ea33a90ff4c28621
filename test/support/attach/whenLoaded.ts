/**
 * Passes on the app's output, but holds back the line with the debugger's address until the page has loaded. Playwright
 * attaches as soon as it reads that line, and would wait for ever for a page that is still navigating. If no page
 * loads, the line is passed on after 5 s.
 */
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'

const maxMs = 5000
const pauseMs = 50

interface Target {
  readonly type: string
  readonly url: string
}

/** Whether the page's address has a fragment, which it gets once the page's code has run. */
async function isLoaded(origin: string): Promise<boolean> {
  try {
    const targets = (await (await fetch(`${origin}/json/list`)).json()) as Target[]
    return targets.some(({ type, url }) => type === 'page' && url.includes('#/'))
  } catch {
    return false
  }
}

async function loaded(origin: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < maxMs && !(await isLoaded(origin)); waitedMs += pauseMs) await delay(pauseMs)
}

const [pipe] = process.argv.slice(2)
if (pipe !== undefined) rmSync(pipe, { force: true })
for await (const line of createInterface(process.stdin)) {
  const port = /^DevTools listening on ws:\/\/[^/]+:(\d+)\//.exec(line)?.[1]
  if (port !== undefined) await loaded(`http://127.0.0.1:${port}`)
  process.stdout.write(`${line}\n`)
}
