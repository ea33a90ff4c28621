/**
 * Puts load on hosted servers over REST, and checks the data that must exist afterwards, whatever happened meanwhile.
 */
import { expect } from 'vitest'
import type { HostedServer } from '#contract/hosting/hostedServer'
import type { Serving } from '#test/integration/hosting/onDocker'

export interface Load {
  /** Ends the load, and resolves when no call is under way. */
  stop(): Promise<void>
}

/** The notes that servers have acknowledged, by slug. An acknowledged note must be in the volume of its server. */
export class Notes {
  readonly #written = new Map<string, string[]>()
  #made = 0

  /**
   * Writes one note after another at each of these servers, as fast as they answer. Calls may fail, but a note whose
   * call was answered must exist from then on.
   */
  writeAt(engine: Serving, slugs: readonly string[]): Load {
    let isOver = false
    const write = async (slug: string) => {
      while (!isOver) {
        const note = `note ${++this.#made}`
        const said = await engine.call(slug, 'append', { text: note }).catch(() => null)
        if (said === 'appended') this.#written.set(slug, [...this.of(slug), note])
        // A server that is down answers immediately, so the loop pauses.
        else await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
    const writing = Promise.all(slugs.map(write))
    return {
      stop: async () => {
        isOver = true
        await writing
      },
    }
  }

  of(slug: string): readonly string[] {
    return this.#written.get(slug) ?? []
  }
}

/** Asserts that no acknowledged note is missing, cut or doubled. */
export async function areWhole(notes: Notes, engine: Serving, slugs: readonly string[]): Promise<void> {
  for (const slug of slugs) {
    const kept = String(await engine.call(slug, 'get')).split('\n')
    expect(kept.pop()).toBe('')
    expect(new Set(kept).size).toBe(kept.length)
    expect(kept.filter((line) => !/^note \d+$/.test(line))).toEqual([])
    const missing = notes.of(slug).filter((note) => !kept.includes(note))
    expect({ slug, missing }).toEqual({ slug, missing: [] })
    expect(notes.of(slug).length).toBeGreaterThan(0)
  }
}

/** Waits until each of these servers is running and answers. */
export async function areReady(engine: Serving, servers: readonly Pick<HostedServer, 'slug'>[]): Promise<void> {
  for (const { slug } of servers) {
    await engine.isRunning(slug)
    expect(await engine.rest('POST', `/mcp/servers/${slug}/call`, { method: 'tools/list' })).toMatchObject({
      status: 200,
    })
  }
}
