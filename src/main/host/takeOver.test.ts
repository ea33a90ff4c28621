import { expect, test } from 'vitest'
import { AppError } from '#contract/errors'
import type { LeaveAnswer } from '#main/host/control/controlPaths'
import type { RunningHost } from '#main/host/host'
import { holderOf, startTakingOver } from '#main/host/takeOver'

const host = { url: null } as RunningHost

/** A folder that is free after this many tries. */
function held(tries: number, answers: readonly (LeaveAnswer | null)[]) {
  let asked = 0
  let tried = 0
  const start = () => {
    tried += 1
    return tried > tries ? Promise.resolve(host) : Promise.reject(new AppError('ENGINE_RUNNING', 'held'))
  }
  const askToLeave = () => Promise.resolve(answers[asked++] ?? null)
  return { start, askToLeave, asked: () => asked }
}

test('a free folder is taken without asking', async () => {
  const folder = held(0, [])
  expect(await startTakingOver(folder)).toBe(host)
  expect(folder.asked()).toBe(0)
})

test('waits for a leaving engine, and asks an engine that a bridge starts in between to leave, too', async () => {
  const folder = held(3, [{ leaving: true }, null, { leaving: true }])
  expect(await startTakingOver(folder)).toBe(host)
  expect(folder.asked()).toBe(3)
})

test('a short command is waited for', async () => {
  expect(await startTakingOver(held(1, [{ leaving: false, holder: 'moment', pid: 7 }]))).toBe(host)
})

test('an engine that stays is named at once', async () => {
  const folder = held(9, [{ leaving: false, holder: 'headless', pid: 7 }])
  const thrown: unknown = await startTakingOver(folder).catch((error: unknown) => error)
  expect(holderOf(thrown)).toEqual({ kind: 'headless', pid: 7 })
  expect(folder.asked()).toBe(1)
})

test('any other error is passed on', async () => {
  const start = () => Promise.reject(new AppError('STORE_TOO_NEW', 'too new'))
  const thrown: unknown = await startTakingOver({ start, askToLeave: () => Promise.resolve(null) }).catch(
    (e: unknown) => e,
  )
  expect(thrown).toMatchObject({ code: 'STORE_TOO_NEW' })
  expect(holderOf(thrown)).toBeNull()
})
