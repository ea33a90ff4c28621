import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { Interrupted } from '#main/cli/failure'
import { listenForInterruption } from '#main/cli/interruption'

function listening() {
  const exits: number[] = []
  const clock = { now: 0 }
  const source = Object.assign(new EventEmitter(), { exit: (code: number) => void exits.push(code) })
  const interruption = listenForInterruption(source, () => clock.now)
  const press = (atMs: number, name = 'SIGINT') => {
    clock.now = atMs
    source.emit(name, name)
  }
  return { exits, interruption, press, source }
}

test('the first Ctrl-C asks the work to end, and lets it clean up', async () => {
  const { exits, interruption, press } = listening()
  press(1_000)
  expect(interruption.signal.aborted).toBe(true)
  await expect(interruption.interrupted).rejects.toEqual(new Interrupted(2))
  expect(exits).toEqual([])
})

test('the same Ctrl-C passed on by npm does not count as a second one, which would leave servers running', () => {
  const { exits, press } = listening()
  press(1_000)
  press(1_020)
  press(1_020, 'SIGTERM')
  expect(exits).toEqual([])
})

test('the second Ctrl-C ends a process whose clean-up hangs', () => {
  const { exits, press } = listening()
  press(1_000, 'SIGTERM')
  press(3_000, 'SIGTERM')
  expect(exits).toEqual([143])
})

test('a finished command leaves signals to the system again', () => {
  const { interruption, source } = listening()
  interruption.stopListening()
  expect(source.eventNames()).toEqual([])
})
