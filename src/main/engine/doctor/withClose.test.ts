import { expect, test } from 'vitest'
import type { Transport } from '#engine/connections/transport'
import { withClose } from '#engine/doctor/withClose'

class Changing implements Transport {
  readonly pid = 7
  readonly isOnlySession = true
  readonly sent: string[] = []
  #takesAnswers = true

  get takesAnswers(): boolean {
    return this.#takesAnswers
  }

  send(json: string): void {
    this.sent.push(json)
  }

  negotiated(): void {
    this.#takesAnswers = false
  }

  close(): Promise<void> {
    return Promise.reject(new Error('the close of the transport itself'))
  }
}

// Catches a doctor that uses another era than the engine, because a member of the transport was not passed on.
test('only the close is replaced: every other member is that of the transport, even after it has changed', async () => {
  const transport = new Changing()
  let closed = 0
  const wrapped = withClose(transport, async () => void (closed += 1))
  expect(wrapped).toMatchObject({ pid: 7, isOnlySession: true, takesAnswers: true })
  wrapped.negotiated?.('2025-11-25')
  expect(wrapped.takesAnswers).toBe(false)
  wrapped.send('{}', { id: null, method: null, params: null, alone: true })
  expect(transport.sent).toEqual(['{}'])
  expect(wrapped).not.toHaveProperty('listed')
  await wrapped.close()
  expect(closed).toBe(1)
})
